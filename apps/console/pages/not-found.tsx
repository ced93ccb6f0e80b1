import { EmptyState, useSeesWhole, useWords } from '@wattyard/console-kit'
import { PageLink } from '../layout/page-link.tsx'

/** Draws `/404`, for an address without a page. */
export function NotFound() {
  const { t } = useWords()
  return (
    <EmptyState
      asHeading
      icon="404"
      title={t('shell.notFound.title')}
      text={t('shell.notFound.text')}
      action={<PageLink to="/">{t('shell.toHome')}</PageLink>}
    />
  )
}

/** Draws `/401`, for a page that this person may not open. */
export function NoPermission() {
  const { t } = useWords()
  const seesWhole = useSeesWhole()
  return (
    <EmptyState
      asHeading
      icon="401"
      title={t('shell.noPermission.title')}
      text={t(seesWhole ? 'shell.noPermission.text' : 'shell.noPermission.partText')}
      action={<PageLink to="/">{t('shell.toHome')}</PageLink>}
    />
  )
}
