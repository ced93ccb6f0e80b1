import { type BackupStatus } from '../../contract/calls/backup.ts'
import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { BACKUP_JOBS } from '../../contract/backup.ts'
import { consoleModule } from '../index.ts'
import { BackupTiles } from './backup-tiles.tsx'
import { sizeText } from './size-text.ts'

await loadSpanish(consoleModule)

const status: BackupStatus = {
  governs: true,
  lastMadeAt: Date.now() - 3_600_000,
  lastVerifiedAt: null,
  lastFailedAt: null,
  isOverdue: false,
  folders: ['/srv/backups', '/mnt/nas'],
  free_bytes: 1.5 * 1024 ** 3,
  keep: { daily: 7, weekly: 4, monthly: 12 },
  sealed: false,
  keyName: 'aaaa-bbbb',
  jobs: [],
}

test('sizes have a familiar unit and few digits', () => {
  expect([355, 1_536, 9_999, 1_048_576, 52_428_800, 0].map(kib => sizeText(kib, 'es'))).toEqual([
    '355 KiB',
    '1,5 MiB',
    '9,8 MiB',
    '1 GiB',
    '50 GiB',
    '0 KiB',
  ])
})

test('the state of backups is shown; a missing proof is stated, not left out', () => {
  const text = shownText(<BackupTiles status={status} />)
  expect(text).toContain('Nunca')
  expect(text).toContain('1,5 GiB')
  expect(text).toContain('/srv/backups')
  expect(text).not.toContain('/mnt/nas')
  expect(text).toContain('aaaa-bbbb')
  expect(text).toContain('no están cifradas')
})

test('a backup that failed is told beside the age of the one before, with a way to its run', () => {
  const job = { id: 'j1', name: BACKUP_JOBS.make, cron: '10 2 * * *', zone: 'Asia/Shanghai', state: 'active' } as const
  const failed = { ...status, lastFailedAt: Date.now(), jobs: [{ ...job, nextRun: null, isRunning: false }] }
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <BackupTiles status={failed} />
    </MemoryRouter>,
  )
  expect(markup).toMatch(/<a href="\/sysconfig\/cfgSchedule\?open=j1"[^>]*>[^<]*ha fallado/)
  expect(shownText(<BackupTiles status={status} />)).not.toMatch(/ha fallado/)
})

test('an overdue item is shown as overdue instead of with an old date', () => {
  const text = shownText(<BackupTiles status={{ ...status, lastVerifiedAt: 1_700_000_000_000, isOverdue: true }} />)
  expect(text).toContain('Más de 8 días')
  expect(text).not.toContain('2023')
})

test('unreported space is unknown, not zero', () => {
  expect(shownText(<BackupTiles status={{ ...status, free_bytes: null }} />)).toContain('Desconocido')
})
