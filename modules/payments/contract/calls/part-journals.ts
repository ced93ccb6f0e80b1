import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

export const readPartJournals = defineCall({
  method: 'GET',
  path: '/api/payments/refundPart/journals',
  access: 'payments.refundPart:read',
  summary: 'the journals of one part of a refund, oldest first: money given back, money paid out',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({ journals: z.array(z.string()) }),
})
