import { idInput, wholeInput } from '@wattyard/calls'
import { route } from '@wattyard/server-kit'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openapiOf, serveDescription } from './openapi.ts'

const input = z.strictObject({ channel: idInput, size: wholeInput(1, 10), note: z.string().optional() })
const probe = route({
  method: ['GET', 'POST'],
  path: '/pubapi/probe/:channel/notes',
  access: 'public',
  input,
  work: 'read',
  handle: async () => null,
})

interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: { type?: string } }[]
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
}

test('the description is built for the first who asks, once, and not sent to who has it', async () => {
  let built = 0
  const app = Fastify()
  const routes = () => {
    built++
    return [probe]
  }
  serveDescription({ fastify: app, routes }, '1.0.0')
  await app.ready()
  expect(built).toBe(0)
  const first = await app.inject('/chg/openapi.json')
  expect(first.json()).toMatchObject({ info: { version: '1.0.0' } })
  expect(Object.keys(first.json().paths)).toEqual(['/chg/pubapi/probe/{channel}/notes'])
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect(await app.inject({ url: '/chg/openapi.json', headers })).toMatchObject({ statusCode: 304, body: '' })
  expect((await app.inject('/chg/openapi.json')).body).toBe(first.body)
  expect(built).toBe(1)
})

test('a named part of a path is a parameter in braces, and neither of the query nor of the body', () => {
  const { paths } = openapiOf([probe], '1.0.0') as { paths: Record<string, Record<'get' | 'post', Operation>> }
  const described = paths['/chg/pubapi/probe/{channel}/notes']
  expect(Object.keys(paths)).toEqual(['/chg/pubapi/probe/{channel}/notes'])
  const places = (of: Operation | undefined) => of?.parameters?.map(one => [one.name, one.in, one.required])
  expect(places(described?.get)).toEqual([
    ['channel', 'path', true],
    ['size', 'query', true],
    ['note', 'query', false],
  ])
  expect(described?.get.parameters?.[0]?.schema.type).toBe('string')
  expect(places(described?.post)).toEqual([['channel', 'path', true]])
  const body = described?.post.requestBody?.content['application/json']?.schema
  expect(Object.keys(body?.properties ?? {})).toEqual(['size', 'note'])
  expect(body?.required).toEqual(['size'])
})

test('a path without names is described as before', () => {
  const plain = route({ ...probe, path: '/api/probe/list', input: z.strictObject({ note: z.string() }) } as never)
  const { paths } = openapiOf([plain], '1.0.0') as { paths: Record<string, Record<'get' | 'post', Operation>> }
  expect(paths['/chg/api/probe/list']?.post.parameters).toBeUndefined()
  expect(paths['/chg/api/probe/list']?.get.parameters).toMatchObject([{ name: 'note', in: 'query', required: true }])
})
