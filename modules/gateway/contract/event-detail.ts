import { connectorLabel, type EvseLayout } from '@wattyard/assets/contract'

/** Returns the labels of a pile's connectors in order: `1, 2` or `1-1, 1-2, 2`. */
export function connectorsOnRecord(layout: EvseLayout): string {
  return Array.from({ length: layout.connectorCount }, (_, i) => connectorLabel(i + 1, layout)).join(', ')
}

/** Returns the detail of `unknown-connector` in a language-neutral form: `#3 (1, 2)`. */
export function unknownConnector(number: number, layout: EvseLayout): string {
  return `#${connectorLabel(number, layout)} (${connectorsOnRecord(layout)})`
}

/** Texts in the reader's language. */
export interface DetailWords {
  /** Returns a text with its parameters. */
  readonly say: (key: string, params: Record<string, string>) => string
  /** Returns the word of a value, or the value where there is none. */
  readonly wordOf: (name: string, value: string) => string
}

/** Returns the detail of an event for people. A fault's code is said in words where it has one; the pile's own text stays. */
export function eventDetail(kind: string, detail: string, { say, wordOf }: DetailWords): string {
  if (kind === 'faulted') {
    const [, connector, code, more = ''] = /^(#[\d-]+) ([^:]+)(: .*)?$/s.exec(detail) ?? []
    return connector && code ? `${connector} ${wordOf('gateway.connector.error', code)}${more}` : detail
  }
  if (kind !== 'unknown-connector') return detail
  const [, said, has] = /^#([\d-]+) \(([\d, -]*)\)$/.exec(detail) ?? []
  return said === undefined || has === undefined ? detail : say('gateway.log.unknownConnector', { said, has })
}
