import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller, Via } from '../caller.ts';

const header = 'pennon-via';

/** Only this process knows it, so no request from outside can claim to come through an interface. */
const secret = randomUUID();

/** The header of a request that the server sends to itself, for a call through an interface. */
export const viaHeader = (via: Via) => ({ [header]: `${via} ${secret}` });

/** The caller of a request, with the interface that it came through. */
export const withVia = (caller: Caller, { headers }: FastifyRequest): Caller =>
  headers[header] === viaHeader('mcp')[header] ? { ...caller, via: 'mcp' } : caller;
