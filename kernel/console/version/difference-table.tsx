import { useWords } from '../words/use-words.ts'
import './version.css'

/** One difference between two versions, computed by a pure function of the module. */
export interface VersionDifference {
  readonly key: string
  /** Name of the thing that differs. */
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** Changed values; empty when the whole thing was added or removed. */
  readonly changes: readonly {
    readonly key: string
    readonly name: string
    readonly before: string
    readonly after: string
  }[]
}

const TONES = { added: 'good', removed: 'bad', changed: 'busy' } as const

/** Draws the changes from one version to another as a list, for content without a drawing of its own. */
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
