import { loadSpanish } from '@wattyard/console-kit/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { doesNotAddUp, goodBackups, madeBackup } from '../../contract/backup-report.ts'
import { BACKUP_JOBS } from '../../contract/backup.ts'
import { consoleModule } from '../index.ts'
import { ScheduleRun } from '../schedule/schedule-runs.tsx'

await loadSpanish(consoleModule)

const GOOD = `made 2026-11-27T19:09:10.710Z by release 0.1.0, signed with key aaaa-bbbb
16016 rows of 113 tables restored and equal
migrated forward: 0142_more.sql
demo: 1116 journals, 4000 postings, 8 closed days (2 sealed with a key that is not here), 388 orders proved: everything adds up
north: 4 journals, 8 postings, 0 closed days, 0 orders proved: everything adds up
good, in 11.9 s`
const WRONG = `made 2026-11-27T19:09:10.710Z by release 0.1.0, signed with key aaaa-bbbb
7 rows of 113 tables restored and equal
demo: 1116 journals, 4000 postings, 8 closed days, 388 orders proved: 1 findings
  demo: ledger balance x y
WRONG: it restores, but does not add up`
const MADE = `/srv/backups/wattyard-20261122-021000-3f9ac1.tar.zst
16016 rows in 3.2 MiB, 4.1 s, encrypted, with the installation’s keys; signed with key aaaa-bbbb
removed wattyard-20261101-021000-aaaaaa.tar.zst
removed wattyard-20261102-021000-bbbbbb.tar.zst`

test('the report of a good backup is read; any other text is not', () => {
  expect(goodBackups(GOOD)).toEqual([
    {
      madeAt: Date.UTC(2026, 10, 27, 19, 9, 10, 710),
      rows: 16_016,
      tables: 113,
      journals: 1_120,
      closedDays: 8,
      orders: 388,
    },
  ])
  expect(goodBackups(`${GOOD}\n${GOOD}`)).toHaveLength(2)
  for (const other of [WRONG, `${GOOD}\n${WRONG}`, 'the backup is damaged', '', 'no backup yet'])
    expect(goodBackups(other), other).toBeNull()
  expect([GOOD, WRONG].map(doesNotAddUp)).toEqual([false, true])
  expect(madeBackup(MADE)).toEqual({ rows: 16_016, size: 3_277, isSealed: true, removed: 2 })
  expect(madeBackup('there is no place for backups here')).toBeNull()
})

/** Returns what a run shows, without the folded text of the command. */
const shown = (job: string, output: string): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ScheduleRun
        job={job}
        run={{ id: 'r', cause: 'due', askedBy: null, startedAt: 0, endedAt: 5_000, outcome: 'done', output }}
      />
    </MemoryRouter>,
  )
    .replaceAll(/<details>.*?<\/details>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('good runs are told in words, with instants on the reader’s clock; the text of the command is folded', () => {
  const verified = shown(BACKUP_JOBS.verify, GOOD)
  expect(verified).toContain('2026-11-28 03:09:10 Restaurada y comparada fila por fila. Tablas: 113 · Filas: 16.016.')
  expect(verified).toContain('La contabilidad cuadra. Asientos: 1.120 · Pedidos: 388 · Días cerrados: 8.')
  expect(verified).not.toContain('everything adds up')
  const made = shown(BACKUP_JOBS.make, MADE)
  expect(made).toContain('16.016 filas guardadas, 3,2 MiB. Cifrada, con las claves de este sistema.')
  expect(made).toContain('Se eliminaron 2 copias antiguas')
  expect(made).not.toContain('signed with')
  expect(shown(BACKUP_JOBS.verify, 'no backup yet')).toContain('Aún no hay copias')
})
