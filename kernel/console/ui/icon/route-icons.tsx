import {
  AccountBookOutlined,
  ApiOutlined,
  AppstoreOutlined,
  DashboardOutlined,
  FundProjectionScreenOutlined,
  GiftOutlined,
  HddOutlined,
  HomeOutlined,
  LineChartOutlined,
  SettingOutlined,
  SunOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { Icon } from '@wattyard/pages'
import type { ReactNode } from 'react'

/** Icons of the contract's own menu; they are part of the shell, so that the menu always has them. */
export const ROUTE_ICONS = {
  'account-book': <AccountBookOutlined />,
  api: <ApiOutlined />,
  appstore: <AppstoreOutlined />,
  dashboard: <DashboardOutlined />,
  gift: <GiftOutlined />,
  hdd: <HddOutlined />,
  home: <HomeOutlined />,
  'line-chart': <LineChartOutlined />,
  screen: <FundProjectionScreenOutlined />,
  setting: <SettingOutlined />,
  sun: <SunOutlined />,
  thunderbolt: <ThunderboltOutlined />,
  tool: <ToolOutlined />,
  wallet: <WalletOutlined />,
} as const satisfies Partial<Record<Icon, ReactNode>>
