import type { Caller } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import type { PdfSheet } from '../pdf/pdf-sheet.ts'
import type { ResourceIndex } from '../resource/read-records.ts'
import type { Language, Words } from '../words.ts'

/** For whom a sheet is made, and in which words. */
export interface SheetReader {
  tx: Tx
  caller: Caller
  index: ResourceIndex
  language: Language
  translate: Words['translate']
  /** IANA zone of the instants on it. */
  zone: string
  /** Epoch ms. */
  now: number
}

/** What a sheet says; who it comes from, its foot and its pages are the same on all. */
export type SheetContent = Pick<PdfSheet, 'title' | 'facts' | 'paper' | 'about'> & {
  /** With lists, not streams: the same sheet is written as PDF and as a page. */
  readonly parts: PdfSheet['parts']
  /** Where its record lies, as far as it names a place. */
  readonly place?: SheetPlace
}

/** Operator and station of a record; null where it names none. */
export interface SheetPlace {
  readonly operatorId: string | null
  readonly stationId: string | null
}

/** A tenant on its papers. */
export interface House {
  readonly name: string
  /** IANA zone in which its days begin and end. */
  readonly zone: string
}

/** A sheet of one record, such as the receipt of an order. */
export interface ServedSheet {
  /** `charging.order`; whoever reads it may have the sheet. */
  readonly resource: string
  /** Path of the resource below `/api/`. */
  readonly path: string
  readonly kind: string
  /**
   * Makes it inside the reader's scope.
   *
   * @throws Refusal `kernel.notFound`, the same for a missing record and somebody else's
   */
  make(reader: SheetReader, id: string): Promise<SheetContent>
}

/** The sheet that every resource has: all fields of the record. */
export const RECORD_SHEET = 'record'

/** States who makes a sheet that a definition names. */
export function serveSheet<const K extends string>(
  resource: { readonly name: string; readonly path: string; readonly sheets?: readonly K[] },
  kind: NoInfer<K>,
  make: ServedSheet['make'],
): ServedSheet {
  return { resource: resource.name, path: resource.path, kind, make }
}
