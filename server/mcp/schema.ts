import { Type } from 'typebox';

export const RpcMessage = Type.Unsafe<unknown>({
  description: 'A JSON-RPC 2.0 message, such as {"jsonrpc":"2.0","id":1,"method":"tools/list"}',
});

export const RpcResponse = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'The JSON-RPC 2.0 response; a notification has none and is 202',
});
