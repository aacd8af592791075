import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAllowedAddress, isPublicAddress, parseAllowedHosts } from './addresses.ts';
import {
  createOutbound,
  ForbiddenAddressError,
  type Lookup,
  ResponseTooLargeError,
} from './client.ts';

const noHosts = parseAllowedHosts([]);

function anOutbound(allowed: string[] = [], lookup?: Lookup) {
  const outbound = createOutbound(parseAllowedHosts(allowed), lookup);
  onTestFinished(outbound.close);
  return (url: string, timeoutMs = 5000) =>
    outbound.post({ url, headers: {}, body: 'x' }, timeoutMs);
}

async function aServer(respond: RequestListener, host = '127.0.0.1') {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const resolvingTo =
  (...addresses: string[]): Lookup =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** Addresses of this machine, of private networks and of special purposes, in all spellings. */
const forbidden = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '0xa9fea9fe',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[3fff::1]',
  '[5f00::1]',
];

describe('forbidden addresses', () => {
  test.each(forbidden)('http://%s/ is refused before a connection', async (host) => {
    const post = anOutbound([], resolvingTo('8.8.8.8'));

    await expect(post(`http://${host}:9/`)).rejects.toThrow(ForbiddenAddressError);
  });

  test.each(forbidden)('a name that resolves to %s is refused', async (host) => {
    const { hostname } = new URL(`http://${host}/`);
    const address = hostname.replace(/^\[|\]$/g, '');
    const post = anOutbound([], resolvingTo(address));

    await expect(post('https://hooks.example.com/')).rejects.toThrow(
      'The host "hooks.example.com" has an address that is not allowed.',
    );
  });

  test.each(['localhost', 'LOCALHOST'])('%s is refused', async (host) => {
    await expect(anOutbound()(`http://${host}:9/`)).rejects.toThrow(ForbiddenAddressError);
  });

  test('one forbidden address among several is enough', async () => {
    const post = anOutbound([], resolvingTo('8.8.8.8', '10.0.0.1'));

    await expect(post('http://hooks.example.com/')).rejects.toThrow(ForbiddenAddressError);
  });

  test('a name whose address changes does not help: the checked address is the one used', async () => {
    let internal = 0;
    const port = await aServer((_, response) => response.end('ok'));
    const secret = createServer((_, response) => {
      internal += 1;
      response.end('secret');
    });
    await new Promise<void>((resolve) => secret.listen(port, '127.0.0.2', resolve));
    onTestFinished(() => void secret.close());
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const lookup: Lookup = (host, options, callback) =>
      resolvingTo(addresses.shift() ?? '127.0.0.2')(host, options, callback);
    const post = anOutbound(['127.0.0.1'], lookup);
    const other = anOutbound(['127.0.0.1'], lookup);

    const first = await post(`http://rebinding.example.com:${port}/`);
    const second = other(`http://rebinding.example.com:${port}/`);

    expect(first).toMatchObject({ status: 200, text: 'ok' });
    await expect(second).rejects.toThrow(ForbiddenAddressError);
    expect(internal).toBe(0);
  });

  test('a redirect is returned and not followed', async () => {
    let followed = false;
    const target = await aServer((_, response) => {
      followed = true;
      response.end();
    });
    const location = `http://127.0.0.1:${target}/`;
    const port = await aServer((_, response) => response.writeHead(307, { location }).end());

    const response = await anOutbound(['127.0.0.1'])(`http://127.0.0.1:${port}/`);

    expect(response.status).toBe(307);
    expect(followed).toBe(false);
  });
});

describe('allowed hosts', () => {
  test.each([
    ['a name', 'internal.example.com', 'internal.example.com'],
    ['an address', '127.0.0.1', 'other.example.com'],
    ['a range', '127.0.0.0/8', 'other.example.com'],
  ])('%s allows a private host', async (_, entry, host) => {
    const port = await aServer((__, response) => response.end('ok'));

    const response = await anOutbound([entry], resolvingTo('127.0.0.1'))(`http://${host}:${port}/`);

    expect(response.text).toBe('ok');
  });

  test('a name allows only itself', async () => {
    const post = anOutbound(['internal.example.com'], resolvingTo('127.0.0.1'));

    await expect(post('http://x.internal.example.com:9/')).rejects.toThrow(ForbiddenAddressError);
    await expect(post('http://127.0.0.1:9/')).rejects.toThrow(ForbiddenAddressError);
  });

  test('a range of IPv4 does not allow its mapped form', () => {
    expect(isAllowedAddress(parseAllowedHosts(['127.0.0.0/8']), '::ffff:127.0.0.1')).toBe(false);
  });

  test.each(['http://x', 'a b', '*', '10.0.0.0/33', '-x'])('%s is refused', (entry) => {
    expect(() => parseAllowedHosts([entry])).toThrow('must be host names, addresses or ranges');
  });
});

describe('limits', () => {
  test('the first kilobyte of a response is returned', async () => {
    const port = await aServer((_, response) => response.end('ü'.repeat(5_000_000)));

    const { status, text } = await anOutbound(['127.0.0.1'])(`http://127.0.0.1:${port}/`);

    expect({ status, text }).toEqual({ status: 200, text: 'ü'.repeat(512) });
  });

  test('a response that does not arrive in time is an error', async () => {
    const port = await aServer(() => {});

    await expect(anOutbound(['127.0.0.1'])(`http://127.0.0.1:${port}/`, 50)).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    );
  });

  test('a body that does not end in time is cut', async () => {
    const port = await aServer((_, response) => response.write('start'));

    const response = await anOutbound(['127.0.0.1'])(`http://127.0.0.1:${port}/`, 300);

    expect(response).toMatchObject({ status: 200, text: 'start' });
  });

  test('a response of fetch that is larger than allowed is an error', async () => {
    const port = await aServer((_, response) => response.end('x'.repeat(1000)));
    const { fetch, close } = createOutbound(parseAllowedHosts(['127.0.0.1']));
    onTestFinished(close);
    const bytesOf = async (bytesMax: number) =>
      (await (await fetch(`http://127.0.0.1:${port}/`, { bytesMax })).text()).length;

    expect(await bytesOf(1000)).toBe(1000);
    await expect(bytesOf(999)).rejects.toThrow(ResponseTooLargeError);
  });

  test('headers that are too large are an error', async () => {
    const port = await aServer((_, response) =>
      response.writeHead(200, { 'x-large': 'x'.repeat(20_000) }).end(),
    );

    await expect(anOutbound(['127.0.0.1'])(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      expect.objectContaining({ code: 'UND_ERR_HEADERS_OVERFLOW' }),
    );
  });
});

/** The special-purpose registries of IANA, checked by the block list of Node. */
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
  // Everything but 2000::/3, and the special ranges inside it.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]) {
  const [network = '', prefix] = range.split('/');
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  special[family].addSubnet(network, Number(prefix), family);
}

test('random addresses: public are those outside the special-purpose registries', () => {
  const near = fc.constantFrom(
    ...['0.0.0.0', '10.0.0.0', '100.64.0.0', '127.0.0.0', '169.254.0.0', '172.16.0.0'],
    ...['192.0.0.0', '192.0.2.0', '192.88.99.0', '192.168.0.0', '198.18.0.0', '198.51.100.0'],
    ...['203.0.113.0', '224.0.0.0', '240.0.0.0', '168.63.129.16'],
  );
  const v4 = fc
    .tuple(near, fc.integer({ min: -70_000, max: 70_000 }))
    .map(([start, step]) => dotted((numberOf(start) + step + 2 ** 32) % 2 ** 32));
  const v6 = fc
    .tuple(
      fc.constantFrom('2000', '2001', '2002', '2620', '3fff', 'fe80', 'fc00', '64', '0', '5f00'),
      fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 0xffff })), { minLength: 7, maxLength: 7 }),
    )
    .map(([first, rest]) => [first, ...rest.map((part) => part.toString(16))].join(':'));

  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), v4, v6), (address) => {
      const family = address.includes(':') ? 'ipv6' : 'ipv4';
      expect([address, isPublicAddress(address)]).toEqual([
        address,
        !special[family].check(address, family),
      ]);
      expect(isAllowedAddress(noHosts, address)).toBe(isPublicAddress(address));
    }),
    { numRuns: 3000 },
  );
});

const numberOf = (address: string) =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (number: number) =>
  [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
