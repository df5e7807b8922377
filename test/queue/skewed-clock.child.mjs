// Loaded before a worker: its clock is off by so many seconds.

const skew = 1000 * Number(process.env.NEARMISS_TEST_SKEW);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, args) => Reflect.construct(RealDate, args.length === 0 ? [RealDate.now() + skew] : args),
  get: (_, key) => (key === 'now' ? () => RealDate.now() + skew : Reflect.get(RealDate, key)),
});
