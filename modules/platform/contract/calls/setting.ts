import { type CallAnswer, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'

const key = z.string().max(100)

export const listSettings = defineCall({
  method: 'GET',
  path: '/api/platform/setting/list',
  access: 'platform.setting:read',
  summary: 'every setting with its value and the product’s own',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        key: z.string(),
        /** Checked by the setting's own schema. */
        value: z.unknown(),
        /** The product's default. */
        initial: z.unknown(),
        isSet: z.boolean(),
        /** 0 as long as the product's own is in force. */
        version: z.int(),
        updatedAt: instant.nullable(),
      }),
    ),
  }),
})
export type StoredSetting = CallAnswer<typeof listSettings>['list'][number]

const changed = z.object({ key: z.string(), value: z.unknown(), version: z.int() })
const write = {
  method: 'POST',
  access: 'platform.setting:update',
  wholeTenant: true,
  output: changed,
} as const

export const setSetting = defineCall({
  ...write,
  path: '/api/platform/setting/save',
  summary: 'set a value for this tenant',
  input: z.strictObject({ key, value: z.json(), version: z.number().int().min(0).optional() }),
})

export const resetSetting = defineCall({
  ...write,
  path: '/api/platform/setting/reset',
  summary: 'go back to the product’s own value',
  input: z.strictObject({ key }),
})
