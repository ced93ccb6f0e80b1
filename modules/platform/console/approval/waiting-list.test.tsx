import { shownText, loadSpanish } from '@wattyard/console-kit/testing'
import { field, optional } from '@wattyard/resource'
import { beforeAll, expect, test } from 'vitest'
import { consoleModule } from '../index.ts'
import { ApprovalCard } from './approval-card.tsx'
import { AskedOf } from './approval-question.tsx'
import type { AskedApproval } from './asked-inputs.ts'
import { WaitingList } from './waiting-list.tsx'

beforeAll(() => loadSpanish(consoleModule))

const WAITING: AskedApproval = {
  id: '1',
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  can: [],
  resource: 'probe.till',
  command: 'pay',
  record: 'r',
  subject: 'Till 1',
  amount: '1234.50',
  because: 'limit',
  reason: null,
  input: {},
  state: 'waiting',
  operator: null,
  station: null,
  asker: 'a',
  askedBy: 'Ann',
  expiresAt: 0,
  decider: null,
  decidedBy: null,
  decidedAt: null,
  note: null,
  instead: null,
  answer: null,
}

function textOf(asked: Partial<AskedApproval>): string {
  const record: AskedApproval = { ...WAITING, ...asked }
  return shownText(<WaitingList records={[record]} labels={{}} onAsk={() => undefined} />)
}

test('says in the reader’s language what moves, once, and what it was given', () => {
  const fields = { amount: field.money(), energy: optional(field.energy()), reason: field.text() }
  const text = textOf({ input: { amount: '1234.50', energy: '12.5000' }, asked: { fields, labels: {} } })
  expect(text).toContain('¥1.234,50')
  expect(text.match(/1\.234/g)).toHaveLength(1)
  expect(text).toContain('12,500 kWh')
})

test('each of several amounts has its currency sign', () => {
  const fields = { principal: field.money(), gift: field.money() }
  const text = textOf({ input: { principal: '20000.00', gift: '0.50' }, asked: { fields, labels: {} } })
  expect(text).toContain('¥20.000,00')
  expect(text).toContain('¥0,50')
})

test('times, names and words are formatted as usual, and omitted inputs are not shown', () => {
  const fields = {
    fromAt: field.instant(),
    energy: optional(field.energy()),
    member: field.ref('members.member'),
  }
  const labels = { 'members.member': { m1: '胡平' } }
  const input = { fromAt: Date.UTC(2026, 10, 22, 3, 45, 7), energy: null, member: 'm1' }
  const text = textOf({ input, asked: { fields, labels } })
  expect(text).toContain('2026-11-22 11:45:07')
  expect(text).toContain('胡平')
  expect(text).not.toContain('energy')
})

test('requests of the record whose page opened the list come first, whatever expires before them', () => {
  const soon: AskedApproval = { ...WAITING, id: '2', record: 's', subject: 'Till 2', can: ['approve'] }
  const later: AskedApproval = { ...WAITING, can: ['approve'], expiresAt: Date.now() + 9 * 86_400_000 }
  const shown = (here?: string) =>
    shownText(<WaitingList records={[soon, later]} labels={{}} here={here} onAsk={() => undefined} />)
  expect(shown().indexOf('Till 2')).toBeLessThan(shown().indexOf('Till 1'))
  expect(shown('r').indexOf('Till 1')).toBeLessThan(shown('r').indexOf('Till 2'))
  expect(shown('r')).toContain('Este registro')
})

test('a request that ended with its record says what somebody did instead, and why', () => {
  const ended: AskedApproval = { ...WAITING, state: 'outdated', decidedBy: 'Bob', instead: 'close', note: 'sin datos' }
  const text = shownText(<ApprovalCard record={ended} labels={{}} />)
  expect(text).toMatch(/Bob ejecutó «.*close»/)
  expect(text).toContain('sin datos')
})

test('the question names what the list says of the record', () => {
  const fields = { member: field.text(), total: field.money(), refunded: field.money() }
  const record: AskedApproval = {
    ...WAITING,
    input: { member: 'Ana', total: '90.00', refunded: '10.00' },
    asked: { fields, labels: {} },
  }
  const text = shownText(<AskedOf record={record} />)
  for (const one of ['Ana', '¥90,00', '¥10,00']) expect(text).toContain(one)
})
