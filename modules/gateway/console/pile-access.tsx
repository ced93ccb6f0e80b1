import { connector, pile } from '@wattyard/assets/contract'
import {
  api,
  Dialog,
  EmptyState,
  ErrorState,
  type SectionProps,
  Skeleton,
  StatusTag,
  toast,
  useInvalidate,
  useList,
  useLiveRefresh,
  useMay,
  useRecord,
  useWords,
  When,
} from '@wattyard/console-kit'
import { AskPassword, type SealedPassword } from '@wattyard/identity/console'
import { Button, QRCode } from 'antd'
import { useEffect, useState } from 'react'
import { rotateKey } from '../contract/calls/device.ts'
import type { FirstKeys } from '../contract/calls/first-key.ts'
import { command } from '../contract/command.ts'
import { credential } from '../contract/credential.ts'
import { keyOutcome } from '../contract/key-outcome.ts'
import { ConnectionTest } from './keys/connection-test.tsx'
import { CopiedText } from './keys/copied-text.tsx'
import { FirstKeyDialog } from './keys/first-key-dialog.tsx'
import { KeySheet } from './keys/key-sheet.tsx'
import { useAddressBase } from './keys/pile-address.ts'

/**
 * Draws how a pile signs in and a new key (shown once), for those who may read of keys, and the QR code of each connector as a
 * printable sheet.
 */
export function PileAccess({ record }: SectionProps) {
  const [makes, setMakes] = useState(false)
  const mayReadKey = useMay('gateway.credential:read')
  return (
    <>
      {mayReadKey && <Key pileId={record.id} onMake={() => setMakes(true)} />}
      {makes && <FirstKeyDialog piles={[record.id]} onClose={() => setMakes(false)} />}
      <Codes pileId={record.id} name={String(record.name)} />
    </>
  )
}

function Key({ pileId, onMake }: { pileId: string; onMake: () => void }) {
  const { t } = useWords()
  const base = useAddressBase()
  const { data: own } = useRecord(pile, pileId)
  /** The key that was sent to the pile, and its command. */
  const [sent, setSent] = useState<{ key: string; command: string } | null>(null)
  /** The key that is to be carried to the pile: shown until somebody says that it is written down. */
  const [carried, setCarried] = useState<FirstKeys | null>(null)
  const [asks, setAsks] = useState<'rotate' | 'sendKey' | null>(null)
  const invalidate = useInvalidate()
  const mayRotate = useMay('gateway.credential:rotate')
  const list = useList(credential, { page: 1, pageSize: 1, 'filter.pile': pileId })
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton lines={1} />
  const [one] = list.data.list
  if (!one || one.keySet === null) return <NoKey onMake={onMake} />
  if (!own || base === undefined) return <Skeleton lines={1} />
  const rotate = async (sealed: SealedPassword) => {
    const {
      key,
      identity,
      command: order,
      at,
    } = await api.call(rotateKey, { id: one.id, ...sealed, send: asks === 'sendKey' }, { quiet: true })
    const { code, name, protocol } = own
    if (order === undefined) setCarried({ list: [{ pile: pileId, code, name, identity, protocol, key }], at })
    setSent(order === undefined ? null : { key, command: order })
    setAsks(null)
    if (order !== undefined) toast.good(t('gateway.pilePage.keySent'))
    await invalidate('gateway.credential')
  }
  return (
    <>
      <dl className="w-facts">
        <div>
          <dt>{t('gateway.credential.profile')}</dt>
          <dd>{t(`gateway.credential.profileValue.${one.profile}`)}</dd>
        </div>
        <div>
          <dt>{t('gateway.credential.keySet')}</dt>
          <dd className="w-row" style={{ gap: 8, flexWrap: 'wrap' }}>
            <When at={one.keySet} />
            <TestButton pileId={pileId} />
            {mayRotate && (
              <>
                <Button size="small" onClick={() => setAsks('rotate')}>
                  {t('gateway.credential.rotate')}
                </Button>
                <Button size="small" onClick={() => setAsks('sendKey')}>
                  {t('gateway.credential.sendKey')}
                </Button>
              </>
            )}
          </dd>
        </div>
        {sent && (
          <div>
            <dt>{t('gateway.pilePage.newKey')}</dt>
            <dd>
              <SentKey value={sent.key} id={sent.command} />
            </dd>
          </div>
        )}
      </dl>
      {carried && <KeySheet made={carried} base={base} onClose={() => setCarried(null)} />}
      {asks && (
        <AskPassword
          danger
          title={t(`gateway.credential.${asks}`)}
          why={t(`gateway.credential.${asks}Confirm`)}
          action={t(`gateway.credential.${asks}`)}
          work={rotate}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  )
}

/** Draws the way on for a pile that cannot connect yet. */
function NoKey({ onMake }: { onMake: () => void }) {
  const { t } = useWords()
  const mayMake = useMay('gateway.credential:create')
  return (
    <EmptyState
      title={t(mayMake ? 'gateway.credential.emptyHint' : 'gateway.firstKey.askSomebody')}
      {...(mayMake
        ? {
            action: (
              <Button type="primary" onClick={onMake}>
                {t('gateway.firstKey.make')}
              </Button>
            ),
          }
        : {})}
    />
  )
}

/** Draws the button that waits for the next message of a pile. */
function TestButton({ pileId }: { pileId: string }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('gateway.firstKey.test')}
      </Button>
      {isOpen && (
        <Dialog open width={520} title={t('gateway.firstKey.test')} onClose={() => setOpen(false)}>
          <ConnectionTest pile={pileId} />
        </Dialog>
      )}
    </>
  )
}

/** Draws a key that was sent to the pile, with the result. A key that the pile has not accepted is invalid and is not shown. */
function SentKey({ value, id }: { value: string; id: string }) {
  const { t } = useWords()
  const mayRead = useMay('gateway.command:read')
  const invalidate = useInvalidate()
  useLiveRefresh(mayRead ? ['gateway.command'] : [], ['gateway.command'])
  const { data } = useRecord(command, mayRead ? id : null, one => keyOutcome(one?.state) !== 'waits')
  const state = data?.state
  const outcome = keyOutcome(state)
  useEffect(() => {
    if (outcome === 'taken') void invalidate('gateway.credential')
  }, [outcome, invalidate])
  return (
    <>
      {outcome !== 'dropped' && <CopiedText name={t('gateway.pilePage.newKey')} value={value} />}
      <output style={{ display: 'block', marginBlockStart: 4 }}>
        {state && <StatusTag of="gateway.command.state" value={state} />} {t(`gateway.pilePage.keyFate.${outcome}`)}
      </output>
    </>
  )
}

/** Returns the name of the connector, which is not one of its declared fields. */
const nameOf = ({ name }: Readonly<Record<string, unknown>>): string => (typeof name === 'string' ? name : '')

function Codes({ pileId, name }: { pileId: string; name: string }) {
  const { t } = useWords()
  const list = useList(connector, { page: 1, pageSize: 50, 'filter.pile': pileId })
  if (!list.data) return <Skeleton lines={3} />
  return (
    <div className="w-row" style={{ gap: 16, flexWrap: 'wrap', alignItems: 'flex-start', marginBlockStart: 12 }}>
      {list.data.list.map(one => (
        <figure key={one.id} style={{ margin: 0, textAlign: 'center' }}>
          {/* The text below has the same code for users of screen readers. */}
          <div aria-hidden="true">
            <QRCode value={String(one.qrText)} size={128} type="svg" bordered={false} color="#111" bgColor="#fff" />
          </div>
          <figcaption>
            {name} · {t('assets.connector.number')} {nameOf({ ...one })}
            <br />
            <code>{String(one.publicCode)}</code>
          </figcaption>
        </figure>
      ))}
      <Button size="small" onClick={() => window.print()}>
        {t('gateway.pilePage.print')}
      </Button>
    </div>
  )
}
