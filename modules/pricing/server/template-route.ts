import { type Route, serveCall } from '@wattyard/server-kit'
import { listProvinceTemplates } from '../contract/calls/view.ts'
import { periodsOf, PROVINCE_TEMPLATES, TEMPLATES_AS_OF } from '../contract/index.ts'

/** Published calendars of the provinces, each with how far it is verified and what is doubtful about it. */
export const provinceTemplates: Route = serveCall(listProvinceTemplates, {
  work: 'read',
  handle: async () => ({
    asOf: TEMPLATES_AS_OF,
    list: PROVINCE_TEMPLATES.map(template => ({ ...template, periods: [...periodsOf(template)] })),
  }),
})
