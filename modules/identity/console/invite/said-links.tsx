import { copyText, Dialog, toast, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import type { SaidInvitation } from '../../contract/index.ts'
import '../personal/personal.css'
import './invite.css'

/** Returns a link at the address of this console, which works for the invited person as it does for the inviting one. */
const wholeLink = (path: string): string => `${window.location.origin}/jkweb${path}`

/** Draws the links, which are shown only once; the dialog closes only when the person confirms that they were passed on. */
export function SaidLinks({ said, onClose }: { said: readonly SaidInvitation[]; onClose: () => void }) {
  const { t } = useWords()
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) toast.good(t('identity.factor.copied'))
    else toast.warn(t('identity.factor.copyByHand'))
  }
  const all = said.map(one => `${one.name}\t${one.username}\t${wholeLink(one.path)}`).join('\n')
  return (
    <Dialog
      open
      width={600}
      title={t('identity.invite.done')}
      foot={
        <>
          {said.length > 1 && <Button onClick={() => void copy(all)}>{t('identity.invite.copyAll')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('identity.invite.kept')}
          </Button>
        </>
      }
    >
      <p>{t('identity.invite.once')}</p>
      <ul className="id-invited">
        {said.map(one => (
          <li key={one.id}>
            <p className="w-row w-wrap">
              <strong>{one.name}</strong>
              <span className="w-quiet">
                {t('identity.invite.username')} <span className="w-mono">{one.username}</span>
              </span>
              <span className="w-tag" data-tone={one.sentBy.length > 0 ? 'good' : 'wait'}>
                {t(one.sentBy.length > 0 ? 'identity.invite.mailed' : 'identity.invite.notSent')}
              </span>
            </p>
            <p className="w-row id-invited-link">
              <output className="w-mono w-grow" aria-label={t('identity.invite.link', { name: one.name })}>
                {wholeLink(one.path)}
              </output>
              <Button size="small" onClick={() => void copy(wholeLink(one.path))}>
                {t('identity.invite.copy')}
              </Button>
            </p>
            <p className="w-quiet">
              {t('identity.invite.until')} <When at={one.expiresAt} />
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
