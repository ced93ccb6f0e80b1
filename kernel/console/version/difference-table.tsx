import { useWords } from '../words/use-words.ts'
import './version.css'

/** One thing that differs between two versions, as a module's pure function names it. */
export interface VersionDifference {
  readonly key: string
  /** What it is called. */
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** What of it differs; empty where the whole of it was added or removed. */
  readonly changes: readonly {
    readonly key: string
    readonly name: string
    readonly before: string
    readonly after: string
  }[]
}

const TONES = { added: 'good', removed: 'bad', changed: 'busy' } as const

/** What changes from one version to another, one thing below the other: for content that has no picture of its own. */
export function DifferenceTable({ differences }: { differences: readonly VersionDifference[] }) {
  const { t } = useWords()
  if (differences.length === 0) return <p className="w-quiet">{t('kit.version.same')}</p>
  return (
    <ul className="w-differences">
      {differences.map(({ key, name, kind, changes }) => (
        <li key={key}>
          <span className="w-row w-wrap">
            <b>{name}</b>
            <span className="w-tag" data-plain="" data-tone={TONES[kind]}>
              {t(`kit.version.${kind}`)}
            </span>
          </span>
          {changes.map(one => (
            <span key={one.key} className="w-row w-wrap">
              <span className="w-quiet">{one.name}</span>
              <del>{one.before || t('kit.version.nothing')}</del>
              <span aria-hidden="true">→</span>
              <span className="w-sr">{t('kit.version.becomes')}</span>
              <ins>{one.after || t('kit.version.nothing')}</ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
