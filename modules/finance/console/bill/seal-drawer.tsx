import { CopyOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import {
  anyResource,
  api,
  can,
  CommandDialog,
  Count,
  Decimal,
  Dialog,
  ErrorState,
  Fact,
  Facts,
  SheetMenu,
  Skeleton,
  StatusTag,
  toast,
  useInvalidate,
  useRecord,
  joinNames,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { dayClose, type GateItem, type TrialRow, verifyDays, type VerifyAnswer } from '../../contract/index.ts'
import { GateList } from './gate-list.tsx'
import { TrialBalance } from './trial-balance.tsx'

const CLOSE = anyResource(dayClose)

/** Draws a closing with its proof: person, time, content, root and signature. A day is reopened from here. */
export function SealDrawer({ id, onDone }: { id: string; onDone: () => void }) {
  const { t, language } = useWords()
  const { data, error, refetch } = useRecord(dayClose, id)
  const invalidate = useInvalidate()
  const [reopening, setReopening] = useState(false)
  const verify = useMutation({
    mutationFn: (day: string) => api.call(verifyDays, { day }),
  })
  return (
    <>
      <Dialog
        open
        kind="drawer"
        width={620}
        title={data ? t('finance.bill.seal.title', { day: data.day }) : t('finance.dayClose.noun')}
        onClose={onDone}
        tools={data?.state === 'sealed' && <SheetMenu resource={CLOSE} id={id} name={data.day} />}
        foot={
          data && (
            <>
              {can(data, 'reopen') && (
                <Button danger onClick={() => setReopening(true)}>
                  {t('finance.dayClose.reopen')}…
                </Button>
              )}
              <Button
                type="primary"
                icon={<SafetyCertificateOutlined />}
                loading={verify.isPending}
                disabled={data.state === 'sealing'}
                onClick={() => verify.mutate(data.day)}
              >
                {t('finance.bill.seal.verify')}
              </Button>
            </>
          )
        }
      >
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={8} height={18} />}
        {data && (
          <div className="fb-close">
            {verify.data && <Verdict answer={verify.data} />}
            <Facts>
              <Fact label={t('finance.dayClose.state')}>
                <StatusTag of="finance.dayClose.state" value={data.state} />
              </Fact>
              <Fact label={t('finance.bill.seal.chain')}>
                <Count value={data.seq} />
              </Fact>
              <Fact label={t('finance.dayClose.closedBy')}>{data.closedBy ?? '--'}</Fact>
              <Fact label={t('finance.dayClose.closedAt')}>
                <When at={data.closedAt} />
              </Fact>
              <Fact label={t('finance.dayClose.sealedAt')}>
                <When at={data.sealedAt} />
              </Fact>
              <Fact label={t('finance.bill.seal.carried')}>
                {joinNames(
                  data.carried.map(one => t(`finance.dayClose.carriedValue.${one}`)),
                  language,
                ) || t('finance.bill.seal.none')}
              </Fact>
              {data.note && (
                <Fact label={t('finance.dayClose.note')} wide>
                  {data.note}
                </Fact>
              )}
            </Facts>
            <section>
              <h3>{t('finance.bill.proof')}</h3>
              {data.state === 'sealing' && <p className="w-quiet">{t('finance.bill.seal.sealing')}</p>}
              <Digest label={t('finance.dayClose.root')} value={data.root} />
              <Digest label={t('finance.dayClose.previousRoot')} value={data.previousRoot} />
              <Digest label={t('finance.dayClose.signature')} value={data.signature} />
              <Digest label={t('finance.dayClose.keyId')} value={data.keyId} />
            </section>
            <section>
              <h3>{t('finance.bill.seal.contents')}</h3>
              <Facts>
                {(['orders', 'stations', 'journals', 'postings'] as const).map(key => (
                  <Fact key={key} label={t(`finance.dayClose.${key}`)}>
                    <Count value={data[key]} />
                  </Fact>
                ))}
                <Fact label={t('finance.dayClose.total')}>
                  <Decimal kind="money" value={data.total} unit />
                </Fact>
                <Fact label={t('finance.bill.seal.equality')}>
                  <Decimal kind="money" value={data.debits} unit /> = <Decimal kind="money" value={data.credits} unit />
                </Fact>
              </Facts>
            </section>
            <section>
              <h3>{t('finance.bill.seal.gate')}</h3>
              {/* The server stored the result of `judgeGate`. */}
              <GateList items={(data.gate ?? []) as unknown as readonly GateItem[]} />
            </section>
            <section>
              <h3>{t('finance.bill.close.trial')}</h3>
              {/* The server stored them in this shape. */}
              <TrialBalance day={data.day} rows={(data.trialBalance ?? []) as readonly TrialRow[]} />
            </section>
          </div>
        )}
      </Dialog>
      {reopening && data && (
        <CommandDialog
          resource={CLOSE}
          command="reopen"
          records={[{ ...data }]}
          onDone={answer => {
            setReopening(false)
            if (!answer) return
            void invalidate('finance.dailyBill', 'finance.home')
            onDone()
          }}
        />
      )}
    </>
  )
}

function Verdict({ answer }: { answer: VerifyAnswer }) {
  const { t } = useWords()
  return (
    <output className="fb-verify" data-tone={answer.ok ? 'good' : 'bad'}>
      <b>{t(answer.ok ? 'finance.bill.seal.verifyOk' : 'finance.bill.seal.verifyBad')}</b> <When at={answer.asOf} />
      {answer.findings.map(finding => (
        <small key={`${finding.check}${finding.detail}`}>
          {finding.check}: {finding.detail}
        </small>
      ))}
    </output>
  )
}

function Digest({ label, value }: { label: string; value: string | null }) {
  const { t } = useWords()
  if (value === null) return null
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => toast.good(t('finance.bill.seal.copied')),
      // Without access to the clipboard, the person can still select the text.
      () => undefined,
    )
  }
  return (
    <div className="fb-digest">
      <span>{label}</span>
      <code>{value}</code>
      <button
        type="button"
        className="w-icon-button"
        aria-label={`${t('finance.bill.seal.copy')} ${label}`}
        onClick={copy}
      >
        <CopyOutlined />
      </button>
    </div>
  )
}
