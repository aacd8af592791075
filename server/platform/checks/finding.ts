export type Status = 'ok' | 'warning' | 'broken';

/** What a check found and, unless it is ok, what to do about it. */
export type Finding = { check: string; status: Status; text: string };

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text });

export const warning = (check: string, text: string, advice: string): Finding => ({
  check,
  status: 'warning',
  text: `${text} ${advice}`,
});

export const broken = (check: string, text: string, advice: string): Finding => ({
  check,
  status: 'broken',
  text: `${text} ${advice}`,
});
