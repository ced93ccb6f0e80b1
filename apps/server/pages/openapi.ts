import { inputSchema, type Route } from '@wattyard/server-kit'
import { z } from 'zod'

/** Returns the product's API as OpenAPI 3.1, from the schemas that check every request. */
export function openapiOf(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    for (const method of methods) {
      const schema = inputSchema(route)
      const operation: Record<string, unknown> = {
        summary: route.summary ?? route.path,
        tags: [route.path.split('/')[2] ?? 'chg'],
        security: route.access === 'public' ? [] : [{ session: [], handle: [] }],
        'x-permission': route.access,
        responses: {
          200: {
            description: 'Envelope',
            content: { 'application/json': { schema: answerOf(route) } },
          },
        },
      }
      if (method === 'GET')
        operation.parameters = queryParameters(schema as { properties?: Record<string, unknown>; required?: string[] }) // JSON schema of an object
      else
        operation.requestBody = {
          content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
        }
      ;(paths[`/chg${route.path}`] ??= {})[String(method).toLowerCase()] = operation
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Wattyard', version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        handle: { type: 'apiKey', in: 'query', name: 'token' },
      },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['success', 'msg', 'code', 'data', 'requestId'],
          properties: {
            success: { type: 'boolean' },
            msg: { type: 'string' },
            code: { type: 'string' },
            data: {},
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}

/** Returns the schema of the envelope, with the declared answer inside when the call declares one. */
function answerOf({ output }: Route): Record<string, unknown> {
  const envelope = { $ref: '#/components/schemas/Envelope' }
  if (!output) return envelope
  const data = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })
  return { allOf: [envelope, { type: 'object', required: ['data'], properties: { data } }] }
}

function queryParameters(schema: { properties?: Record<string, unknown>; required?: string[] }): unknown[] {
  return Object.entries(schema.properties ?? {}).map(([name, of]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: of,
  }))
}
