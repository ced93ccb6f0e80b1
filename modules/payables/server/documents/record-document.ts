import { companiesByIds } from '@wattyard/companies/server'
import { dueDay } from '@wattyard/companies/contract'
import type { AccountKey } from '@wattyard/ledger/server'
import type { Fen } from '@wattyard/money'
import { col, newId, Refusal, searchText, type Tx } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { document, type Purpose } from '../../contract/index.ts'
import { lockCompanies } from '../locks.ts'
import { lockDocuments } from '../rows.ts'
import { confirmDocument, type Deed } from './confirm-document.ts'
import { nextNumber } from './number-documents.ts'

/** A document that a record of another module becomes: a bill, a month of a contract, a commission. */
export interface DocumentOfSource {
  readonly kind: 'receivable' | 'payable'
  readonly companyId: string
  /** Kind and id of the record; the same record again is the same document. */
  readonly source: { readonly type: string; readonly id: string }
  /** Gross, and the VAT inside of it. */
  readonly amount: Fen
  readonly tax: Fen
  readonly purpose: Purpose
  readonly subject: string
  readonly theirNumber?: string | null
  readonly issued: BusinessDay
  /** By the terms of the company when absent. */
  readonly due?: BusinessDay
  /** Account against which it is booked, in place of that of its purpose. */
  readonly counter?: AccountKey
}

/**
 * Makes the confirmed document of a record of another module, in its transaction. Idempotent by source: the same record gives the same
 * document, and another amount for it is refused.
 *
 * @throws Refusal `ledger.keyReused` for other content of the same source, `payables.companySuspended`
 */
export async function recordDocument(
  tx: Tx,
  deed: Deed,
  asked: DocumentOfSource,
): Promise<{ id: string; isNew: boolean }> {
  const { tenantId } = deed
  await lockCompanies(tx, [asked.companyId])
  const [earlier] = await tx.query(
    { id: col.uuid, kind: col.text, company_id: col.uuid, amount_fen: col.fen, tax_fen: col.fen },
    'select id, kind, company_id, amount_fen, tax_fen from payables_document where tenant_id = $1 and source_type = $2 and source_id = $3',
    [tenantId, asked.source.type, asked.source.id],
  )
  if (earlier) {
    const isSame =
      earlier.kind === asked.kind &&
      earlier.company_id === asked.companyId &&
      earlier.amount_fen === asked.amount &&
      earlier.tax_fen === asked.tax
    if (!isSame) throw new Refusal('ledger.keyReused', { status: 422 })
    return { id: earlier.id, isNew: false }
  }
  const company = (await companiesByIds(tx, tenantId, [asked.companyId])).get(asked.companyId)
  if (!company) throw new Refusal('kernel.notFound', { status: 404 })
  const id = newId()
  const number = await nextNumber(tx, tenantId, { kind: asked.kind, year: asked.issued.slice(0, 4) })
  await tx.execute(
    `insert into payables_document (tenant_id, id, number, kind, company_id, amount_fen, tax_fen, purpose, subject, their_number, issued, due,
       source_type, source_id, entered_by_id, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $2, $15)`,
    [
      tenantId,
      id,
      number,
      asked.kind,
      asked.companyId,
      asked.amount,
      asked.tax,
      asked.purpose,
      asked.subject,
      asked.theirNumber ?? null,
      asked.issued,
      asked.due ?? dueDay(asked.issued, company.terms),
      asked.source.type,
      asked.source.id,
      searchText(document, { number, their_number: asked.theirNumber ?? null, receipt: null }),
    ],
  )
  const row = (await lockDocuments(tx, tenantId, [id])).get(id)
  if (!row) throw new Error(`document ${id} is gone`)
  await confirmDocument(tx, deed, row, { counter: asked.counter ?? null })
  return { id, isNew: true }
}
