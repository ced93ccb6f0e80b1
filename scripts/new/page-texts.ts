import { type Asked, fileName, TO_WRITE } from './place.ts'

/** What a page of figures reads: a resource of its module whose rows belong to stations. */
export interface Source {
  /** Name of the definition in code, and its file below `contract/`. */
  readonly name: string
  readonly file: string
  readonly table: string
}

/** `siteAnalysis` → `SITE_ANALYSIS`-free name of the call: `readSiteAnalysis`. */
const callName = (word: string): string => `read${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Returns the declaration of the call behind a page. */
export const callText = ({
  route,
  module,
  word,
}: Asked): string => `import { defineCall, idInput } from '@wattyard/calls'
import { isBusinessDay } from '@wattyard/time'
import { z } from 'zod'

const day = z.string().refine(isBusinessDay)

/** Longest period of one question, in days. */
export const MAX_${fileName(word).replaceAll('-', '_').toUpperCase()}_DAYS = 92

/** ${TO_WRITE} Stations of the caller's scope with their figures of a period, both days included. */
export const ${callName(word)} = defineCall({
  method: 'GET',
  path: '/api/${route}',
  access: '${module}.${word}:read',
  summary: '${TO_WRITE}',
  input: z.strictObject({ from: day, to: day }),
  output: z.object({ list: z.array(z.object({ station: idInput, name: z.string(), orders: z.int() })) }),
})
`

/** Returns the route that answers the call. */
export const routeText = (
  { route, word }: Asked,
  { name, file, table }: Source,
): string => `import { stationsByIds } from '@wattyard/assets/server'
import { col, scoped, serveCall } from '@wattyard/server-kit'
import { ${callName(word)} } from '../contract/calls/${fileName(word)}.ts'
import { ${name} } from '../contract/${file}.ts'

/** \`GET /api/${route}\`: the caller's stations with their figures of a period. */
export const ${word}Route = serveCall(${callName(word)}, {
  work: 'read',
  async handle({ tx, caller, input: { from, to } }) {
    const where = scoped(caller, ${name})
    // ${TO_WRITE} The column that says which day a row belongs to.
    where.add(\`created_at >= \${where.value(from)}::date and created_at < \${where.value(to)}::date + 1\`)
    const rows = await tx.query(
      { station: col.uuid, orders: col.integer },
      \`select station_id as station, count(*)::integer as orders from ${table} where \${where.text} group by station_id\`,
      where.values,
    )
    const stations = await stationsByIds(tx, rows.map(row => row.station))
    return { list: rows.map(row => ({ ...row, name: stations.get(row.station)?.name ?? row.station })) }
  },
})
`

/** Returns the page: period, figures, a chart and a report of the same rows. */
export const pageText = ({ route, module, word }: Asked): string => {
  const call = callName(word)
  const max = `MAX_${fileName(word).replaceAll('-', '_').toUpperCase()}_DAYS`
  return `import { useQuery } from '@tanstack/react-query'
import {
  api,
  ChartCard,
  type ChartData,
  PageHeader,
  PeriodPicker,
  type ReportColumn,
  ReportGrid,
  StatGrid,
  usePeriod,
  useReportView,
  useWords,
} from '@wattyard/console-kit'
import { useMemo } from 'react'
import { ${call}, ${max} } from '../contract/calls/${fileName(word)}.ts'

const DAYS = { maxDays: ${max} }

/** \`/${route}\` */
export function Page() {
  const { t } = useWords()
  const days = usePeriod(DAYS)
  const { from, to } = days.shown
  const figures = useQuery({
    queryKey: ['${module}.${word}', from, to],
    queryFn: ({ signal }) => api.call(${call}, { from, to }, { signal, lane: 'page', quiet: true }),
  })
  const list = figures.data?.list
  const columns = useMemo(
    (): ReportColumn<NonNullable<typeof list>[number]>[] => [
      { key: 'station', head: t('shared.station'), kind: 'text', value: row => row.name },
      { key: 'orders', head: t('shared.orders'), kind: 'integer', value: row => row.orders },
    ],
    [t],
  )
  const chart = useMemo(
    (): ChartData | undefined =>
      list && {
        kind: 'bar',
        sideways: true,
        labels: list.map(row => row.name),
        series: [{ name: t('shared.orders'), values: list.map(row => row.orders) }],
      },
    [list, t],
  )
  return (
    <div className="w-page">
      <PageHeader title={t('route./${route}')} />
      <PeriodPicker view={days} canCompare={false} />
      <StatGrid
        label={t('shared.total')}
        query={figures}
        stats={[
          {
            key: 'orders',
            label: t('shared.orders'),
            figure: list && { kind: 'count', value: list.reduce((sum, row) => sum + row.orders, 0) },
          },
        ]}
      />
      <ChartCard title={t('shared.orders')} query={figures} data={chart} />
      <ReportGrid
        label={t('route./${route}')}
        rows={list}
        rowKey={row => row.station}
        columns={columns}
        error={figures.error}
        onRetry={() => void figures.refetch()}
        hasTools
        file={t('route./${route}')}
        view={useReportView('r')}
      />
    </div>
  )
}
`
}

/** Returns a test that fails until somebody writes it. */
export const testText = (asked: Asked): string => `import { expect, test } from 'vitest'

test('${TO_WRITE} counts the rows of the caller by station', () => {
  expect('/api/${asked.route}').toBe('${TO_WRITE}')
})
`
