import { defineResource, field, registerModule } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { serveResource } from './resource/served.ts'
import { serverModule } from './server-module.ts'
import { KEEP_BOOKS } from './tenancy/deletion-rules.ts'

const define = (word: string) =>
  defineResource({
    name: `probe.${word}`,
    path: `probe/${word}`,
    scope: 'shared',
    writes: 'crud',
    fields: { code: field.code() },
    list: { columns: ['code'], filters: [], sort: 'code' },
    form: [['code']],
    label: 'code',
  })
const [lamp, pole, shed] = [define('lamp'), define('pole'), define('shed')]
const registry = registerModule({ name: 'probe', resources: [lamp, pole, shed] })

test('resources are served in the order of the registry, by their own rules where they have some', () => {
  const own = serveResource(pole, { beforeDelete: async () => {} })
  const { resources, tenantDeletion, name } = serverModule(registry, {
    served: [own],
    leftOut: [shed],
    tenantDeletion: { probe_pole: KEEP_BOOKS, probe_reading: KEEP_BOOKS },
  })
  expect(name).toBe('probe')
  expect(resources?.map(one => one.resource.name)).toEqual(['probe.lamp', 'probe.pole'])
  expect(resources?.[1]).toBe(own)
  expect(tenantDeletion).toEqual({
    probe_lamp: { do: 'erase' },
    probe_pole: KEEP_BOOKS,
    probe_shed: { do: 'erase' },
    probe_reading: KEEP_BOOKS,
  })
})

test('a resource that is served without being registered is a mistake', () => {
  expect(() => serverModule(registerModule({ name: 'probe' }), { served: [serveResource(lamp, {})] })).toThrow(
    'probe.lamp is served but not registered',
  )
})
