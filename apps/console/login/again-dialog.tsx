import { type SignedIn, readMe } from '@wattyard/identity/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, Dialog, forgetDirty, type Me, renewSession, setMe, useSession, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { BASE } from '../routes/address.tsx'
import type { AgainEnd } from '../session/again.ts'
import { useTabs } from '../tabs/tab-store.ts'
import { CodeForm } from './code-form.tsx'
import { LoginForm } from './login-form.tsx'

/** Loads the console anew for somebody else: nothing of the person before may be there, and no question keeps it. */
function startOver(): void {
  // Parts outside of pages have the empty tab.
  for (const path of ['', ...useTabs.getState().tabs.map(tab => tab.path)]) forgetDirty(path)
  useSession.setState({ token: '', me: null })
  window.location.replace(`${BASE}/`)
}

const isSame = (one: Me, other: Me): boolean => one.user.id === other.user.id && one.company?.id === other.company?.id

/**
 * Draws the sign-in over a page whose session has ended elsewhere; forms and tabs stay as they are (decision 416). Only the person
 * who was signed in goes on here.
 */
export function AgainDialog({ onEnd }: { onEnd: (end: AgainEnd) => void }) {
  const { t } = useWords()
  const client = useQueryClient()
  // What the page shows belongs to this person, whoever has the cookies by now.
  const [before] = useState(() => useSession.getState().me)
  const [owed, setOwed] = useState('')
  const [why, setWhy] = useState('')
  if (!before) return null

  const goOn = async ({ token, owes }: SignedIn): Promise<void> => {
    if (owes === 'code') return setOwed(token)
    const me = await api.call(readMe, {}, { quiet: true, lane: 'page', fresh: true })
    if (!isSame(before, me)) return startOver()
    renewSession(token)
    setMe(me)
    api.forgetReads()
    onEnd('renewed')
    await client.invalidateQueries()
  }
  return (
    <Dialog
      open
      width={420}
      title={t('shell.signInAgain')}
      onClose={() => onEnd('stays')}
      foot={<Button onClick={() => onEnd('leaves')}>{t('shell.login.again.other')}</Button>}
    >
      <div className="s-again">
        <p className="s-login-why">{t('shell.login.again.why')}</p>
        {owed === '' ? (
          <LoginForm username={before.user.loginName} why={why} onSignedIn={goOn} />
        ) : (
          <CodeForm
            token={owed}
            onSignedIn={goOn}
            onBack={reason => {
              setOwed('')
              setWhy(reason)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
