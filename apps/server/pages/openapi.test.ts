import { idInput, wholeInput } from '@wattyard/calls'
import { route } from '@wattyard/server-kit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openapiOf } from './openapi.ts'

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
