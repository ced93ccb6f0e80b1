import { EmptyState, useWords } from '@wattyard/console-kit'
import { PageLink } from '../layout/page-link.tsx'

/** `/404`: an address that leads nowhere. */
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

/** `/401`: a page that exists, but not for this person. */
export function NoPermission() {
  const { t } = useWords()
  return (
    <EmptyState
      asHeading
      icon="401"
      title={t('shell.noPermission.title')}
      text={t('shell.noPermission.text')}
      action={<PageLink to="/">{t('shell.toHome')}</PageLink>}
    />
  )
}
