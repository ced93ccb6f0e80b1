import { companiesByIds } from '@wattyard/companies/server'
import { accountingDayOf } from '@wattyard/members/server'
import { formatFen } from '@wattyard/money'
import type { SheetLine, TypedCell } from '@wattyard/resource'
import { type Route, route, sendSheet } from '@wattyard/server-kit'
import { dayInput } from '@wattyard/calls'
import { businessDay, isZone } from '@wattyard/time'
import { z } from 'zod'
import { BUCKETS, DOCUMENT_KINDS, isPayment } from '../../contract/index.ts'
import type { PayablesWorld } from '../world.ts'
import { ageingByCompany, ageingOf, totalOf } from './read-ageing.ts'

const input = z.strictObject({
  kind: z.enum(DOCUMENT_KINDS),
  /** Today when absent. */
  day: dayInput.optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
})

/** Returns the route that gives the ageing of all companies on a day as a file, with the sum that the control account had. */
export const ageingFileRoute = ({ clock }: PayablesWorld): Route =>
  route({
    method: 'GET',
    path: '/api/payables/document/ageing/export',
    access: 'payables.document:export',
    wholeTenant: true,
    input,
    work: 'raw',
    summary: 'ageing of all companies on a day as a file',
    async handle(call) {
      const { translate, language, reply } = call
      const { kind, format, zone } = call.input
      const word = (key: string, params?: Readonly<Record<string, string>>) =>
        translate(language, `payables.ageing.${key}`, params)
      const { day, whole, rows, names } = await call.read(async (tx, { tenantId }) => {
        const asked = {
          tenantId,
          kind,
          day:
            call.input.day === undefined
              ? await accountingDayOf(tx, tenantId, clock.now())
              : businessDay(call.input.day),
        }
        const companies = await ageingByCompany(tx, asked, null)
        return {
          day: asked.day,
          whole: await ageingOf(tx, asked),
          rows: companies,
          names: await companiesByIds(
            tx,
            tenantId,
            companies.map(({ id }) => id),
          ),
        }
      })
      const number = (text: string): TypedCell => ({ as: 'number', text })
      const words = isPayment(kind) ? 'paidBucket' : 'bucket'
      async function* lines(): AsyncGenerator<SheetLine> {
        yield [word('company'), `${word('total')} (CNY)`, ...BUCKETS.map(bucket => word(`${words}.${bucket}`))]
        for (const { id, total, buckets } of rows)
          yield [
            names.get(id)?.name ?? '',
            number(formatFen(total)),
            ...BUCKETS.map(bucket => number(formatFen(buckets[bucket]))),
          ]
        yield [
          word('sum'),
          number(formatFen(totalOf(whole))),
          ...BUCKETS.map(bucket => number(formatFen(whole[bucket]))),
        ]
      }
      const title = word('fileTitle', { kind: word(`kind.${kind}`), day })
      await sendSheet(reply, { title, zone, format, total: rows.length + 1 }, lines())
      return undefined
    },
  })
