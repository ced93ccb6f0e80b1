import { standingOf } from '@wattyard/resource'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StatusTag, When } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import { useVersions, type VersionRecord } from './version-context.ts'

const TONES = { inForce: 'good', planned: 'busy', ended: 'idle' } as const

interface StandingProps {
  readonly version: VersionRecord
  /** Epoch ms. */
  readonly now: number
}

/** Draws the state of a version; for a timed one, whether it is in force, planned or ended. */
export function VersionStanding(props: StandingProps) {
  return <VersionStandingTag {...props} of={useVersions().resource.name} />
}

/** Draws the state of a version outside its screen; `of` is the name of its resource. */
export function VersionStandingTag({ version, now, of }: StandingProps & { readonly of: string }) {
  const standing = standingOf(version, now)
  if (standing === 'inForce' || standing === 'planned' || standing === 'ended')
    return <StatusTag of="kit.standing" value={standing} tone={TONES[standing]} />
  return <StatusTag of={`${of}.state`} value={version.state} />
}

/** Draws the period in which a version is valid. */
export function VersionTimes({ version }: { version: VersionRecord }) {
  const { t } = useWords()
  return (
    <>
      <When at={version.validFrom ?? null} />
      {' – '}
      {version.validTo === null || version.validTo === undefined ? (
        t('kit.version.open')
      ) : (
        <When at={version.validTo} />
      )}
    </>
  )
}

/** Draws the versions side by side, newest first; the shown one is marked. */
export function VersionBar({ shown, hint }: { shown: string | null; hint: (version: VersionRecord) => ReactNode }) {
  const { t } = useWords()
  const { list, now, link } = useVersions()
  return (
    <nav className="w-versions" aria-label={t('kit.version.list')}>
      {list.map(one => (
        <Link
          key={one.id}
          to={link(one.id)}
          className="w-card w-version"
          aria-current={one.id === shown ? 'page' : undefined}
        >
          <span className="w-row">
            <b>{t('kit.version.no', { number: one.number })}</b>
            <VersionStanding version={one} now={now} />
          </span>
          <small className="w-quiet">{hint(one)}</small>
        </Link>
      ))}
    </nav>
  )
}
