import { PlusOutlined } from '@ant-design/icons'
import {
  anyResource,
  CommandDialog,
  type CommandFootProps,
  useInvalidate,
  useMay,
  useRequestedDialog,
  useSettled,
  useWords,
} from '@wattyard/console-kit'
import { member } from '@wattyard/members/contract'
import { field } from '@wattyard/resource'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { payment } from '../contract/payment.ts'

const TOP_UP = 'topUp'
const { topUp } = member.commands

/** The command of a member's top-up, which asks for the member first. */
const TOP_UP_OF_ANY = anyResource({
  ...member,
  commands: {
    [TOP_UP]: { ...topUp, on: 'none', confirm: undefined, input: { id: field.ref(member.name), ...topUp.input } },
  },
})

const isZero = (typed: unknown): boolean => typeof typed === 'string' && /^0+(\.0*)?$/.test(typed.trim())

/** Marks both amounts while nothing would be credited, as the server does. */
function NothingToTopUp({ values, onFlaws }: CommandFootProps) {
  const { t } = useWords()
  // A zero begins many amounts.
  const { principal, gift } = useSettled(values)
  const isNothing = isZero(principal) && isZero(gift)
  const said = isNothing ? t('members.error.nothingToTopUp') : null
  useEffect(
    () => onFlaws(said === null ? {} : { principal: said, gift: said }),
    // An amount that is edited loses its flaw, also where the other zero is as wrong.
    [said, principal, gift, onFlaws],
  )
  return null
}

/** Draws the button that records a top-up, and its dialog: that of the member, with the member to be chosen. */
export function RecordTopUp() {
  const { t } = useWords()
  const mayTopUp = useMay(`${member.name}:${TOP_UP}`)
  const invalidate = useInvalidate()
  const [isOpen, setOpen] = useState(false)
  useRequestedDialog(mayTopUp, what => setOpen(what === TOP_UP))
  if (!mayTopUp) return null
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('payments.page.recordTopUp')}
      </Button>
      {isOpen && (
        <CommandDialog
          resource={TOP_UP_OF_ANY}
          command={TOP_UP}
          records={[]}
          foot={NothingToTopUp}
          onDone={answer => {
            setOpen(false)
            if (answer) void invalidate(payment.name)
          }}
        />
      )}
    </>
  )
}
