/** What a bank says about an entry (tag 86). */
export interface Information {
  readonly text: string | null
  readonly counterparty: string | null
  /** End-to-end reference of a SEPA payment. */
  readonly endToEndNo: string | null
  /** Subfields by their sign, `?20` or `EREF`. */
  readonly parts: Readonly<Record<string, string>>
}

const SEPA = /(?:^|\s)(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g
const SLASHED = /\/(EREF|REMI|NAME|IBAN|MARF|CSID|BENM|ORDP|TRTP)\//g

/**
 * Reads free information: the subfields of German banks (`166?00…?20…?32…`), the marks of SEPA within them (`EREF+…`), the
 * slashed words of others (`/EREF/…/REMI/…`), or plain text.
 */
export function readInformation(field: string): Information {
  const flat = field.replaceAll('\n', '')
  if (/^[0-9]{3}\?[0-9]{2}/.test(flat)) return readGerman(flat)
  const plain = field.replaceAll('\n', ' ').trim()
  const slashed = partsOf(flat, SLASHED)
  const sepa = partsOf(plain, SEPA)
  const parts = { ...sepa, ...slashed }
  return {
    text: parts.REMI ?? parts.SVWZ ?? (plain === '' ? null : plain),
    counterparty: parts.NAME ?? parts.ABWA ?? null,
    endToEndNo: known(parts.EREF),
    parts,
  }
}

function readGerman(flat: string): Information {
  const parts: Record<string, string> = { code: flat.slice(0, 3) }
  for (const piece of flat.slice(4).split('?')) {
    const key = `?${piece.slice(0, 2)}`
    if (/^\?[0-9]{2}$/.test(key)) parts[key] = (parts[key] ?? '') + piece.slice(2)
  }
  // Words are cut anywhere at 27 signs, so the pieces are joined without a space.
  const purpose = joined(parts, key => /^\?(2[0-9]|6[0-3])$/.test(key))
  const counterparty = joined(parts, key => key === '?32' || key === '?33').trim()
  const sepa = partsOf(purpose, /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE)\+/g)
  return {
    text: (sepa.SVWZ ?? purpose) || null,
    counterparty: counterparty || null,
    endToEndNo: known(sepa.EREF),
    parts,
  }
}

function joined(parts: Readonly<Record<string, string>>, isWanted: (key: string) => boolean): string {
  return Object.keys(parts)
    .filter(isWanted)
    .toSorted()
    .map(key => parts[key] ?? '')
    .join('')
}

function partsOf(text: string, marks: RegExp): Record<string, string> {
  const parts: Record<string, string> = {}
  const found = [...text.matchAll(marks)]
  for (const [i, match] of found.entries()) {
    const end = found[i + 1]?.index ?? text.length
    parts[match[1] ?? ''] = text.slice(match.index + match[0].length, end).trim()
  }
  return parts
}

function known(text: string | undefined): string | null {
  return text === undefined || text === '' || /^(NOTPROVIDED|NONREF)$/i.test(text) ? null : text
}
