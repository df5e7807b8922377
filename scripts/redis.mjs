// Redis (or Valkey) for the tests of the queue: found, or installed where that can be done without asking anyone.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names the server itself. */
const VARIABLE = 'NEARMISS_REDIS';
const NAMES = ['redis-server', 'valkey-server'];
const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** An installation that takes longer has hung. Milliseconds. */
const LONGEST_INSTALL = 5 * 60 * 1000;

/** The path of a server, or null. */
export function findRedis() {
  const named = process.env[VARIABLE];
  if (named !== undefined && named !== '') return isProgram(named) ? named : null;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...USUAL_FOLDERS];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram) ?? null;
}

/** Installs Debian's package, where this is Debian and we are root; null if it is there then, otherwise why not. */
export function installRedis() {
  if (process.env[VARIABLE]) return `${VARIABLE} names ${process.env[VARIABLE]}, which is no program`;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    return `no redis-server was found; install one, or name it in ${VARIABLE}`;
  }
  console.log('Installing redis-server for the tests of the queue (apt-get) …');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']]) {
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'ignore',
      timeout: LONGEST_INSTALL,
      // The tests start servers of their own: none of the system's is wanted.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  }
  return findRedis() === null ? 'no redis-server was found and apt-get could not install it' : null;
}

/** A server of its own, on a free port of this machine. It keeps what it holds over a restart only if it is persistent. */
export class RedisServer {
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  #folder = mkdtempSync(join(tmpdir(), 'nearmiss-redis-'));
  #port = 0;
  #isPersistent;
  #certificate;
  #user;

  /**
   * With a certificate it speaks TLS alone; with a user nobody else may enter.
   *
   * @param {{ persistent: boolean, certificate?: { cert: string, key: string }, user?: { name: string, password: string } }} options
   */
  constructor({ persistent, certificate, user }) {
    this.#isPersistent = persistent;
    this.#certificate = certificate;
    this.#user = user;
  }

  get url() {
    const scheme = this.#certificate === undefined ? 'redis' : 'rediss';
    const { name, password } = this.#user ?? {};
    const user = name === undefined ? '' : `${encodeURIComponent(name)}:${encodeURIComponent(password ?? '')}@`;
    return `${scheme}://${user}127.0.0.1:${this.#port}`;
  }

  async start() {
    const program = findRedis();
    if (program === null) throw new Error('There is no redis-server.');
    if (this.#port === 0) this.#port = await freePort();
    const kept = this.#isPersistent ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
    const port = String(this.#port);
    const { cert, key } = this.#certificate ?? {};
    const secured = ['--port', '0', '--tls-port', port, '--tls-auth-clients', 'no'];
    const listening =
      cert === undefined || key === undefined
        ? ['--port', port]
        : [...secured, '--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
    const { name, password } = this.#user ?? {};
    const users =
      name === undefined ? [] : ['--user', name, 'on', `>${password}`, '~*', '&*', '+@all', '--user', 'default', 'off'];
    const args = [...listening, ...users, '--bind', '127.0.0.1', '--save', '', '--dir', this.#folder, ...kept];
    this.#process = spawn(program, args, { stdio: 'ignore' });
    for (let tries = 0; !(await canConnect(this.#port)); tries++) {
      if (tries > 600) throw new Error('redis-server does not start.');
      await sleep(50);
    }
  }

  /** Kills the server and starts it anew on the same port. @param {number} [pause] milliseconds between */
  async restart(pause = 300) {
    await this.#kill();
    await sleep(pause);
    await this.start();
  }

  async stop() {
    await this.#kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #kill() {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject()));
    });
  });
}

/** @param {number} port @returns {Promise<boolean>} */
function canConnect(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
