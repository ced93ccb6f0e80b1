import { type Asked, constantName, fileName, TO_WRITE } from './place.ts'

/** What a page of figures reads: a resource of its module whose rows belong to stations. */
export interface Source {
  /** Name of the definition in code, and its file below `contract/`. */
  readonly name: string
  readonly file: string
  readonly table: string
  /** Permission to read it: whoever may see the rows may see their sums. */
  readonly permission: string
}

/** `siteAnalysis` → `readSiteAnalysis`. */
const callName = (word: string): string => `read${word.charAt(0).toUpperCase()}${word.slice(1)}`

const longest = (word: string): string => `MAX_${constantName(word)}_DAYS`

/** Returns the declaration of the call behind a page. */
export const callText = (
  { route, word }: Asked,
  { permission }: Source,
): string => `import { defineCall, idInput } from '@wattyard/calls'
import { isBusinessDay } from '@wattyard/time'
import { z } from 'zod'

/** Longest period of one question. */
export const ${longest(word)} = 92
const day = z.string().refine(isBusinessDay)

export const ${callName(word)} = defineCall({
  method: 'GET',
  path: '/api/${route}',
  access: '${permission}',
  summary: '${TO_WRITE} stations with their figures of a period',
  stations: 'narrowed',
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

/** \`GET /api/${route}\`: the caller's stations with their figures of a period; the chosen one alone, where one is chosen. */
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
    const stations = await stationsByIds(
      tx,
      rows.map(row => row.station),
    )
    return { list: rows.map(row => ({ ...row, name: stations.get(row.station)?.name ?? row.station })) }
  },
})
`

/** Returns the page: period with comparison, figures, a chart and a report, all from one set of columns. */
export const pageText = ({ route, module, word }: Asked): string => `import type { CallAnswer } from '@wattyard/calls'
import { api, FiguresPage, type ReportColumn, useWords } from '@wattyard/console-kit'
import { useMemo } from 'react'
import { ${callName(word)}, ${longest(word)} } from '../contract/calls/${fileName(word)}.ts'

type Row = CallAnswer<typeof ${callName(word)}>['list'][number]

/** \`/${route}\` */
export function Page() {
  const { t } = useWords()
  const columns = useMemo(
    (): ReportColumn<Row>[] => [
      { key: 'station', head: t('shared.station'), kind: 'text', value: row => row.name },
      { key: 'orders', head: t('shared.orders'), kind: 'integer', value: row => row.orders },
    ],
    [t],
  )
  return (
    <FiguresPage
      title={t('route./${route}')}
      name="${module}.${word}"
      days={{ maxDays: ${longest(word)} }}
      read={(span, atStation, signal) => api.call(${callName(word)}, { ...span, atStation }, { signal, lane: 'page', quiet: true })}
      rowKey={(row: Row) => row.station}
      columns={columns}
      chart={{ by: 'station', of: ['orders'] }}
    />
  )
}
`

/** Returns a test that fails until somebody writes it. */
export const testText = (asked: Asked): string => `import { expect, test } from 'vitest'

test('${TO_WRITE} counts the rows of the caller by station', () => {
  expect('/api/${asked.route}').toBe('${TO_WRITE}')
})
`
