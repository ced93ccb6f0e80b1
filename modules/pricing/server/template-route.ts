import { type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import { periodsOf, PROVINCE_TEMPLATES, TEMPLATES_AS_OF } from '../contract/index.ts'

/** Published calendars of the provinces, each with how far it is verified and what is doubtful about it. */
export const provinceTemplates: Route = route({
  method: ['GET', 'POST'],
  path: '/api/pricing/provinceTemplates',
  access: 'pricing.policy:read',
  input: z.strictObject({}),
  work: 'read',
  summary: 'province templates with their verification marks',
  handle: async () => ({
    asOf: TEMPLATES_AS_OF,
    list: PROVINCE_TEMPLATES.map(template => ({ ...template, periods: [...periodsOf(template)] })),
  }),
})
