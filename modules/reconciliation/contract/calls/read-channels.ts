import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

export const readChannels = defineCall({
  method: 'GET',
  path: '/api/reconciliation/run/channels',
  access: 'reconciliation.outcome:read',
  summary:
    'channels that have files, each the one under which all of its merchant are compared; those with differences first',
  wholeTenant: true,
  input: z.strictObject({}),
  output: z.object({ channels: z.array(z.object({ id: idInput, differences: z.int() })) }),
})
