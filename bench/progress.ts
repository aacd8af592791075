/** One progress bar per step; without a terminal, one line per step. */
export type Progress = { step: (name: string, of: number) => Step };
export type Step = { tick: (what?: string) => void; done: () => void };

const width = 24;

export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  return {
    step: (name, of) => {
      const start = performance.now();
      let ticks = 0;
      const draw = (what: string) => {
        const seconds = `${((performance.now() - start) / 1000).toFixed(0)} s`;
        const line = `${bar(ticks, of)} ${name}${what === '' ? '' : `: ${what}`} (${seconds})`;
        out.write(`\r\u001B[K${line.slice(0, (out.columns ?? 100) - 1)}`);
      };
      if (out.isTTY) draw('');
      return {
        tick: (what = '') => {
          ticks++;
          if (out.isTTY) draw(what);
        },
        done: () => {
          const seconds = ((performance.now() - start) / 1000).toFixed(1);
          out.write(`${out.isTTY ? '\r\u001B[K' : ''}${bar(of, of)} ${name} (${seconds} s)\n`);
        },
      };
    },
  };
}

/** Never longer than its width. */
export function bar(ticks: number, of: number): string {
  const full = of === 0 ? width : Math.min(width, Math.floor((ticks / of) * width));
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}
