import { describe, expect, test, vi } from 'vitest';
import { ResponseTooLargeError } from '../../platform/outbound/client.ts';
import { apiRequests } from './requests.ts';

/** An API with these responses in turn; a text is an error of the network. */
function anApi(...responses: (number | string)[]) {
  const [urls, pauses]: [string[], number[]] = [[], []];
  const fetch = async (url: string) => {
    urls.push(url);
    const response = responses.shift() ?? 200;
    if (typeof response === 'string') throw new Error(response);
    return new Response('{"a":1}', { status: response });
  };
  const address = { url: 'https://unleash.example/api/', token: 'secret', fetch };
  const get = apiRequests(address, async (ms) => pauses.push(ms));
  return { get, urls, pauses };
}

describe('a request to the API of Unleash', () => {
  test('goes to the address without /api at its end', async () => {
    const { get, urls } = anApi(200);

    expect(await get('/api/admin/x')).toEqual({ a: 1 });
    expect(urls).toEqual(['https://unleash.example/api/admin/x']);
  });

  test('is undefined for a path that does not exist', async () => {
    expect(await anApi(404).get('/x')).toBeUndefined();
  });

  test('is repeated later and later if it fails for a moment', async () => {
    const { get, pauses } = anApi(200, 429, 503, 'reset', 200);
    await get('/x');

    expect(await get('/x')).toEqual({ a: 1 });
    expect(pauses).toEqual([2000, 4000, 8000]);
  });

  test.each([
    [[401], 'Unleash refused /x: the token is not valid there.'],
    [[403], 'Unleash refused /x: the token is not that of an admin.'],
    [[500], 'Unleash refused /x: it responded with status 500.'],
    [[302], 'Unleash refused /x: it redirects; enter the address that it redirects to.'],
    [['reset'], 'Unleash cannot be reached at https://unleash.example: reset'],
  ])('%j is an error without the token', async (responses, sentence) => {
    await expect(anApi(...responses).get('/x')).rejects.toThrow(sentence);
  });

  test('is an error if it goes on failing', async () => {
    const { get, pauses } = anApi(200, 500, 500, 500, 500, 500, 500);
    await get('/x');

    await expect(get('/x')).rejects.toThrow('it responded with status 500.');
    expect(pauses).toHaveLength(5);
  });

  test('is repeated if the connection was an idle one that is closed', async () => {
    const closed = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    const fetch = vi.fn(async () => new Response('{}'));
    fetch.mockRejectedValueOnce(closed);
    const get = apiRequests({ url: 'https://a.example', token: 'x', fetch }, async () => {});

    expect(await get('/x')).toEqual({});
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('is not repeated if the response is too large', async () => {
    const fetch = vi.fn(async () => new Response('{}'));
    const get = apiRequests({ url: 'https://a.example', token: 'x', fetch });
    await get('/x');
    fetch.mockRejectedValueOnce(new ResponseTooLargeError());

    await expect(get('/x')).rejects.toThrow('The response to /x is too large.');
  });

  const hanging = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  test('ends if there is no response in time', async () => {
    const get = apiRequests({ url: 'https://a.example', token: 'x', fetch: hanging, timeoutMs: 1 });

    await expect(get('/x')).rejects.toThrow(
      'Unleash cannot be reached at https://a.example: it does not respond in time',
    );
  });

  test('ends if it is cancelled', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const get = apiRequests({ url: 'https://a.example', token: 'x', fetch: hanging, signal });

    const response = get('/x');
    stop.abort(new Error('cancelled'));

    await expect(response).rejects.toThrow('cancelled');
  });

  test('to something else is refused', async () => {
    const fetch = async () => new Response('<html>');
    const get = apiRequests({ url: 'https://a.example', token: 'secret', fetch });

    await expect(get('/x')).rejects.toThrow('https://a.example is not the address of an Unleash.');
  });
});
