import { type Route, serveCall } from '@wattyard/server-kit'
import { listProvinceTemplates } from '../contract/calls/view.ts'
import { periodsOf, PROVINCE_TEMPLATES, TEMPLATES_AS_OF } from '../contract/index.ts'

/** Serves the provinces' published calendars, each with its verification mark and doubts. */
export const provinceTemplates: Route = serveCall(listProvinceTemplates, {
  work: 'read',
  handle: async () => ({
    asOf: TEMPLATES_AS_OF,
    list: PROVINCE_TEMPLATES.map(template => ({ ...template, periods: [...periodsOf(template)] })),
  }),
})
