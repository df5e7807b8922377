import { AwsClient } from 'aws4fetch';
import { RequestStore } from './http-store.ts';
import type { Store } from './store.ts';

const DEFAULT_REGION = 'us-east-1';

/** A bucket of an S3-compatible service. Requests are signed by aws4fetch (AWS Signature Version 4). */
export function openS3Store(address: string, environment: Readonly<Record<string, string | undefined>>): Store {
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
  const base = folder === '' ? `${host}/` : `${host}/${folder}/`;
  const session = AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN };
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', ...session });
  return new RequestStore((method, key, init) => client.sign(base + key, { method, ...init }));
}
