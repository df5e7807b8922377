import { AwsClient } from 'aws4fetch';
import { bodyOf, getFrom, isThere, requireDone } from './http-store.ts';
import { requireKey, type Store } from './store.ts';

const DEFAULT_REGION = 'us-east-1';

/** A bucket of an S3-compatible service. Requests are signed by aws4fetch (AWS Signature Version 4), which also retries them. */
export class S3Store implements Store {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor(address: string, environment: Readonly<Record<string, string | undefined>>) {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
    if (bucket === '') throw new Error(`"${address}" names no bucket; an address is s3://bucket/prefix.`);
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = environment;
    if (accessKeyId === undefined || secretAccessKey === undefined) {
      throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed for s3://.');
    }
    const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? DEFAULT_REGION;
    const endpoint = environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL;
    const host = endpoint?.replace(/\/*$/, `/${bucket}`) ?? `https://${bucket}.s3.${region}.amazonaws.com`;
    const folder = prefix.replace(/^\/*|\/*$/g, '');
    this.#base = folder === '' ? `${host}/` : `${host}/${folder}/`;
    const session = AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN };
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 4, ...session });
  }

  get(key: string): Promise<Uint8Array | null> {
    return getFrom(() => this.#client.fetch(this.#addressOf(key)));
  }

  has(key: string): Promise<boolean> {
    return isThere(() => this.#client.fetch(this.#addressOf(key), { method: 'HEAD' }));
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    await requireDone(await this.#client.fetch(this.#addressOf(key), { method: 'PUT', body: bodyOf(content) }));
  }

  #addressOf(key: string): string {
    return this.#base + requireKey(key);
  }
}
