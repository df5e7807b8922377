// The page of a robot: opens it, shows its path with what is proven of it, moves its joints, and plans another path.

import { Vector3 } from 'three';
import { elementOf } from '../element.ts';
import { FileSets, MISSING_FILES } from '../file-sets.ts';
import { Notice } from '../notice.ts';
import { writeRows } from '../rows.ts';
import { linkValues } from '../scene-link.ts';
import { writeTerms } from '../shell/terms.ts';
import { Picture } from '../view/picture.ts';
import { RobotView } from '../view/robot-view.ts';
import { readTheme } from '../view/theme.ts';
import type { Refusal } from '../worker/messages.ts';
import { ClearanceChart } from './clearance-chart.ts';
import { ROBOT_EXAMPLES } from './examples.ts';
import { JointSliders } from './joint-sliders.ts';
import type { Configuration, Reply, Request, RobotFiles, ShownPath } from './messages.ts';
import { millimetres, pathSentence } from './path-sentence.ts';
import { attachRobotFiles, type GivenFiles, namedFiles, robotOf } from './robot-files.ts';

const FIRST_VIEW: Vector3 = new Vector3(0.9, 0.5, 0.8);
const [FIRST_EXAMPLE = ''] = Object.keys(ROBOT_EXAMPLES);
/** Milliseconds from one sample to the next while the path plays. */
const PACE = 33;

export class RobotPage {
  readonly #worker = new Worker(new URL('./worker/robot-page-worker.ts', import.meta.url), { type: 'module' });
  readonly #notice = new Notice();
  readonly #picture = new Picture(elementOf('#picture canvas', HTMLCanvasElement));
  readonly #chart = new ClearanceChart();
  readonly #sliders = new JointSliders((values) => this.#ask({ kind: 'move', values }));
  readonly #examples: HTMLSelectElement = elementOf('#example', HTMLSelectElement);
  readonly #scrubber: HTMLInputElement = elementOf('#scrubber', HTMLInputElement);
  readonly #play: HTMLButtonElement = elementOf('#play', HTMLButtonElement);
  readonly #answer: HTMLElement = elementOf('#answer', HTMLElement);
  #view: RobotView | null = null;
  #path: ShownPath | null = null;
  #files: RobotFiles | null = null;
  /** Those of the robot in the picture. */
  #shownFiles: RobotFiles | null = null;
  readonly #sets = new FileSets('robot');
  /** Said of a link once its robot is there. */
  #said: Refusal | null = null;
  #seed = 0;
  #timer: number | null = null;

  constructor() {
    const names = Object.keys(ROBOT_EXAMPLES);
    this.#examples.replaceChildren(...names.map((name) => new Option(`${name.replaceAll('-', ' ')} arm`, name)));
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => this.#notice.show({ code: 'worker', message }));
    this.#picture.useTheme((theme) => {
      this.#view?.setTheme(theme);
      if (this.#path !== null) this.#chart.draw(this.#path, this.#scrubber.valueAsNumber);
      this.#picture.invalidate();
    });
    this.#examples.addEventListener('change', () => void this.open(`#robot=${this.#examples.value}`));
    this.#scrubber.addEventListener('input', () => {
      this.#setPlaying(false);
      this.#seek(this.#scrubber.valueAsNumber);
    });
    const onClick = (selector: string, act: (button: HTMLButtonElement) => void): void => {
      const button = elementOf(selector, HTMLButtonElement);
      button.addEventListener('click', () => act(button));
    };
    onClick('#play', () => this.#setPlaying(this.#timer === null));
    onClick('#plan', () => this.#plan());
    onClick('#frame', () => this.#frameAll(null));
    onClick('#ghosts', (button) => {
      const areShown = button.ariaPressed !== 'true';
      button.ariaPressed = String(areShown);
      this.#view?.setGhosts(areShown);
      this.#picture.invalidate();
    });
    writeTerms(elementOf('#terms', HTMLElement), 'robot');
    attachRobotFiles(
      (files) => this.#openGiven(files),
      (message) => this.#notice.show({ code: 'files', message }),
    );
    addEventListener('hashchange', ({ newURL }) => void this.open(new URL(newURL).hash));
  }

  /** Opens the example that a link names, or the files that were opened here before. */
  async open(hash: string): Promise<void> {
    const digest = linkValues(hash).get('files');
    const kept = digest === null ? null : await this.#sets.find(digest);
    this.#said = digest !== null && kept === null ? MISSING_FILES : null;
    if (kept !== null) {
      this.#examples.selectedIndex = -1;
      this.#openFiles(robotOf(kept));
      return;
    }
    const name = linkValues(hash).get('robot') ?? '';
    const example = name in ROBOT_EXAMPLES ? name : FIRST_EXAMPLE;
    this.#examples.value = example;
    history.replaceState(null, '', `#robot=${example}`);
    const files = ROBOT_EXAMPLES[example];
    if (files !== undefined) this.#openFiles(files);
  }

  /** What comes without a URDF is for the robot that is there, also if it could not be read for want of it. */
  #openGiven(given: GivenFiles): void {
    const { urdf } = given;
    if (urdf !== null) {
      this.#examples.selectedIndex = -1;
      this.#openFiles({ ...given, urdf });
    } else if (this.#files !== null) {
      const { srdf, scene, trajectory, meshes } = this.#files;
      this.#openFiles({
        ...this.#files,
        srdf: given.srdf ?? srdf,
        meshes: [...given.meshes, ...meshes],
        scene: given.scene ?? scene,
        trajectory: given.trajectory ?? trajectory,
      });
    }
  }

  #openFiles(files: RobotFiles): void {
    this.#files = files;
    this.#seed = 0;
    this.#setPlaying(false);
    this.#answer.dataset.settled = 'false';
    this.#ask({ kind: 'open', files });
  }

  /** A robot that is no example is there again after a reload. */
  async #keep(files: RobotFiles | null): Promise<void> {
    if (files === null || Object.values(ROBOT_EXAMPLES).includes(files)) return;
    const digest = await this.#sets.keep(namedFiles(files));
    if (files === this.#shownFiles) history.replaceState(null, '', `#files=${digest}`);
  }

  /** Each time another seed. */
  #plan(): void {
    this.#seed++;
    this.#setPlaying(false);
    this.#answer.dataset.settled = 'false';
    this.#ask({ kind: 'plan', seed: this.#seed });
  }

  #ask(request: Request): void {
    this.#worker.postMessage(request);
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case 'refused':
        this.#notice.show(reply.refusal);
        // A robot waits for meshes that are missing; any other fault is not kept.
        if (reply.refusal.code !== 'robot/missing-mesh') this.#files = this.#shownFiles;
        break;
      case 'opened': {
        this.#shownFiles = this.#files;
        const [warning] = reply.scenery.warnings;
        this.#notice.hide();
        if (this.#said !== null) this.#notice.show(this.#said);
        if (warning !== undefined) this.#notice.add({ code: 'warning', message: warning });
        this.#said = null;
        void this.#keep(this.#files);
        if (this.#view !== null) {
          this.#picture.scene.remove(this.#view.root);
          this.#view.dispose();
        }
        this.#view = new RobotView(reply.scenery, reply.path.samples);
        this.#view.setTheme(readTheme());
        this.#picture.scene.add(this.#view.root);
        this.#sliders.build(reply.scenery.joints);
        this.#frameAll(FIRST_VIEW);
        this.#setPath(reply.path);
        break;
      }
      case 'planned':
        this.#view?.setPath(reply.path.samples);
        this.#setPath(reply.path);
        this.#setPlaying(true);
        break;
      case 'moved':
        this.#show(reply.configuration);
    }
  }

  #setPath(path: ShownPath): void {
    this.#path = path;
    const { status, waypoints, lower, upper, clearance, proofs, samples } = path;
    elementOf('#sentence', HTMLElement).textContent = pathSentence(path);
    writeRows(elementOf('dl', HTMLElement, this.#answer), [
      ['status', status],
      ['clearance', `${millimetres(clearance.lower)} to ${millimetres(clearance.upper)}`],
      ['waypoints', String(waypoints)],
      ['proofs', proofs.toLocaleString('en')],
    ]);
    Object.assign(this.#answer.dataset, {
      ...{ status, lower: String(lower), upper: String(upper) },
      ...{ clearanceLower: String(clearance.lower), clearanceUpper: String(clearance.upper) },
      ...{ waypoints: String(waypoints), proofs: String(proofs), verified: String(path.verified) },
    });
    this.#scrubber.max = String(samples.length - 1);
    // A path in contact is shown there.
    const passed = ((upper ?? lower) - path.start) / (path.end - path.start);
    const first = status === 'contact' ? Math.ceil(passed * (samples.length - 1)) : 0;
    this.#seek(first);
    this.#answer.dataset.settled = 'true';
  }

  #seek(sample: number): void {
    const path = this.#path;
    const configuration = path?.samples[sample];
    if (path === null || configuration === undefined) return;
    this.#scrubber.value = String(sample);
    const time = path.start + ((path.end - path.start) * sample) / (path.samples.length - 1);
    elementOf('#clock', HTMLOutputElement).textContent = time.toFixed(3);
    this.#sliders.show(configuration.values);
    this.#chart.draw(path, sample);
    this.#show(configuration);
  }

  #show(configuration: Configuration): void {
    const { lower, upper, a, b } = configuration;
    this.#view?.show(configuration);
    this.#picture.invalidate();
    const here = elementOf('#here', HTMLElement);
    here.textContent =
      upper === 0
        ? `${a} and ${b} touch.`
        : `${a ?? 'Nothing'} and ${b ?? 'nothing'} are nearest, ${millimetres(upper)} apart.`;
    Object.assign(here.dataset, { lower: String(lower), upper: String(upper) });
  }

  #setPlaying(isPlaying: boolean): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = isPlaying ? window.setInterval(() => this.#next(), PACE) : null;
    this.#play.textContent = isPlaying ? 'Pause' : 'Play';
  }

  /** The path begins anew where it was played to its end before. */
  #next(): void {
    const last = Number(this.#scrubber.max);
    const next = this.#scrubber.valueAsNumber + 1;
    if (next > last) this.#setPlaying(false);
    this.#seek(next > last ? 0 : next);
  }

  #frameAll(from: Vector3 | null): void {
    if (this.#view === null) return;
    this.#picture.lookAt(this.#view.balls, from);
    this.#picture.invalidate();
  }
}
