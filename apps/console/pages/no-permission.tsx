import { api, EmptyState, useSeesWhole, useSession, useWords } from '@wattyard/console-kit'
import { askForPage } from '@wattyard/identity/contract'
import type { ContractRoute } from '@wattyard/pages'
import { Button } from 'antd'
import { useState } from 'react'
import { PageLink } from '../layout/page-link.tsx'
import { closedPageText, mayAskForPage } from './page-request.ts'

/** Draws the page of a missing right. For a page of the console it offers to ask the people who may grant it. */
export function NoPermission({ route }: { route: ContractRoute | undefined }) {
  const { t } = useWords()
  const seesWhole = useSeesWhole()
  const me = useSession(session => session.me)
  return (
    <EmptyState
      asHeading
      icon="401"
      title={t('shell.noPermission.title')}
      text={t(closedPageText(me, seesWhole))}
      action={
        <>
          {route && route.path !== '/401' && mayAskForPage(me) && <AskForPage key={route.path} route={route} />}
          <PageLink to="/">{t('shell.toHome')}</PageLink>
        </>
      }
    />
  )
}

/** Draws the button that asks for a page; it is pressed once. */
function AskForPage({ route: { path } }: { route: ContractRoute }) {
  const { t } = useWords()
  const [state, setState] = useState<'open' | 'sending' | 'asked'>('open')
  const ask = async (): Promise<void> => {
    setState('sending')
    try {
      await api.call(askForPage, { page: path })
      setState('asked')
    } catch {
      // The client has shown the refusal.
      setState('open')
    }
  }
  return (
    <>
      <output className="w-quiet">{state === 'asked' && t('shell.noPermission.asked')}</output>
      {state !== 'asked' && (
        <Button type="primary" loading={state === 'sending'} onClick={() => void ask()}>
          {t('shell.noPermission.ask')}
        </Button>
      )}
    </>
  )
}
