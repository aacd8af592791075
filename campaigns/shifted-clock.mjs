/** Loaded into a server process: at each SIGUSR2 its clock jumps, an hour ahead, an hour back, to the true time. */
const offsets = [3_600_000, -3_600_000, 0];
let offset = 0;
process.on('SIGUSR2', () => {
  offset = offsets.shift() ?? 0;
});

const TrueDate = Date;
globalThis.Date = class extends TrueDate {
  constructor(...args) {
    super(...(args.length === 0 ? [TrueDate.now() + offset] : args));
  }

  static now() {
    return TrueDate.now() + offset;
  }
};
