import { formatFen, parseFen } from '@wattyard/money'
import { col, Refusal, type Route, serveCall, shownTo, type Tx } from '@wattyard/server-kit'
import { allocateLines, MAX_OPEN, readOpenItems } from '../../contract/calls/allocate.ts'
import { DOCUMENT_KINDS, type DocumentKind, isDebit, oldestFirst } from '../../contract/index.ts'
import { deedOf } from '../documents/serve-document.ts'
import { lockCompanies } from '../locks.ts'
import { tellScreens } from '../tell-screens.ts'
import type { PayablesWorld } from '../world.ts'
import { lockDocuments } from '../rows.ts'
import { allocate, areNetted } from './allocate.ts'

const OPEN_ITEM = {
  id: col.uuid,
  number: col.text,
  kind: col.oneOf(DOCUMENT_KINDS),
  their_number: col.text.orNull,
  subject: col.text.orNull,
  issued: col.day,
  due: col.day,
  amount_fen: col.fen,
  open_fen: col.fen,
  disputed: col.boolean,
}

function openItems(tx: Tx, tenantId: string, companyId: string) {
  return tx.query(
    OPEN_ITEM,
    `select id, number, kind, their_number, subject, issued, due, amount_fen, open_fen, disputed_reason is not null as disputed
     from payables_document where tenant_id = $1 and company_id = $2 and open_fen > 0 order by due, id limit ${MAX_OPEN + 1}`,
    [tenantId, companyId],
  )
}

/** Answers what is open with a company, and proposes to set it off, the oldest first; what is disputed is left out of the proposal. */
export const openItemsRoute = (): Route =>
  serveCall(readOpenItems, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const rows = await openItems(tx, caller.tenantId, input.company)
      const shown = rows.slice(0, MAX_OPEN)
      const sides = [true, false].map(side => shown.filter(row => isDebit(row.kind) === side))
      const [debits = [], credits = []] = sides
      const plain = (...kinds: readonly DocumentKind[]) =>
        shown
          .filter(row => !row.disputed && kinds.includes(row.kind))
          .map(row => ({ id: row.id, due: row.due, open: row.open_fen }))
      const wire = (list: typeof shown) =>
        list.map(({ their_number, amount_fen, open_fen, subject, ...row }) => ({
          ...row,
          theirNumber: their_number,
          subject: shownTo(caller, 'words', subject),
          amount: formatFen(amount_fen),
          open: formatFen(open_fen),
        }))
      // Payments against what they pay. What is owed to us and what we owe are netted by somebody's decision.
      const proposed = [
        ...oldestFirst(plain('receivable'), plain('advanceReceived')),
        ...oldestFirst(plain('advancePaid'), plain('payable')),
      ].map(({ amount, ...line }) => ({
        ...line,
        amount: formatFen(amount as (typeof shown)[number]['open_fen']), // the least of two amounts in fen
      }))
      return { debits: wire(debits), credits: wire(credits), proposed, hasMore: rows.length > MAX_OPEN }
    },
  })

/**
 * Sets many amounts of a company off at once, all or none; not those of a receivable and a payable, each of which is a command that may
 * wait for a second person.
 */
export const allocateRoute = (world: PayablesWorld): Route =>
  serveCall(allocateLines, {
    work: 'write',
    keyed: true,
    async handle(call) {
      const { company, lines } = call.input
      await lockCompanies(call.tx, [company])
      const amounts = lines.map(line => ({ ...line, amount: parseFen(line.amount) }))
      if (amounts.some(({ amount }) => amount <= 0n)) throw new Refusal('payables.nothingOpen')
      const documents = await lockDocuments(
        call.tx,
        call.caller.tenantId,
        lines.flatMap(({ debit, credit }) => [debit, credit]),
      )
      for (const { debit, credit } of lines) {
        const [one, other] = [documents.get(debit), documents.get(credit)]
        if (one && other && areNetted(one, other)) throw new Refusal('payables.netByItself')
      }
      tellScreens(call, world)
      return { allocations: await allocate(call.tx, deedOf(call, world), company, amounts) }
    },
  })
