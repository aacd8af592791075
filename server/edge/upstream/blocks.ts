/** A server-sent event: its name, its id and its data. */
export type Block = { event: string; id: string | undefined; data: string };

/** Parses a stream of server-sent events; half a block at its end is never returned. */
export function createBlockParser(lengthMax: number) {
  let rest = '';
  return {
    read: (text: string): Block[] => {
      rest += text.replaceAll('\r', '');
      if (rest.length > lengthMax) throw new Error('An event of the upstream is too large.');
      // A large event arrives in many parts, most of which end no block.
      if (!text.includes('\n')) return [];
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      return blocks.map(parseBlock).filter(({ data }) => data !== '');
    },
  };
}

function parseBlock(text: string): Block {
  const block = { event: 'message', id: undefined as string | undefined, data: '' };
  for (const line of text.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') block.event = value;
    if (field === 'id') block.id = value;
    if (field === 'data') block.data += block.data === '' ? value : `\n${value}`;
  }
  return block;
}
