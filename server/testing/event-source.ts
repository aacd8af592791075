import { setTimeout as delay } from 'node:timers/promises';
import { createBlockParser } from '../edge/upstream/blocks.ts';

/** The EventSource of browsers, as far as providers of OpenFeature use it. */
export class TestEventSource extends EventTarget {
  readyState = 0;
  private readonly stopping = new AbortController();
  private lastEventId: string;

  constructor(url: string) {
    super();
    this.lastEventId = '';
    void this.run(url);
  }

  close(): void {
    this.readyState = 2;
    this.stopping.abort();
  }

  private async run(url: string): Promise<void> {
    while (this.readyState !== 2) {
      const isRefused = await this.connect(url).catch(() => false);
      if (this.readyState === 2) return;
      this.readyState = isRefused ? 2 : 0;
      this.dispatchEvent(new Event('error'));
      await delay(50);
    }
  }

  /** Resolves when the stream has ended, with whether it was refused. */
  private async connect(url: string): Promise<boolean> {
    const id = this.lastEventId;
    const headers = {
      accept: 'text/event-stream',
      ...(id === '' ? {} : { 'last-event-id': id }),
    };
    const response = await fetch(url, { headers, signal: this.stopping.signal });
    if (!response.ok) return true;
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    const parser = createBlockParser(1_000_000);
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      for (const block of parser.read(decoder.decode(part, { stream: true }))) {
        this.lastEventId = block.id ?? this.lastEventId;
        this.dispatchEvent(new MessageEvent(block.event, { data: block.data }));
      }
    }
    return false;
  }
}
