import { EmptyState, isOpenable, StationNote, useWords } from '@wattyard/console-kit'
import type { RoutePath } from '@wattyard/pages'
import { Link } from 'react-router'

/** Pages where present faults are shown and handled. */
const NEAR: readonly RoutePath[] = ['/device/deviceView', '/device/devicePole', '/cwdata2/errOrderDetail']

/** Draws the contract's group without children (§2.3): a message, and links to related pages. */
export function Page() {
  const { t } = useWords()
  const near = NEAR.filter(isOpenable)
  return (
    <div className="w-page">
      <StationNote />
      <EmptyState
        asHeading
        title={t('route./OperationAndMaintenance')}
        text={t(near.length > 0 ? 'platform.maintenance.near' : 'platform.maintenance.none')}
        action={near.map(path => (
          <Link key={path} to={path}>
            {t(`route.${path}`)}
          </Link>
        ))}
      />
    </div>
  )
}
