import { createBrowserRouter, type RouteObject } from 'react-router';
import { appSignInPath } from '#contract/session.ts';
import { Loading } from '#renderer/ui/loading.tsx';
import { CaseFrame } from './case-frame.tsx';
import { Layout } from './layout.tsx';
import { Missing } from './missing.tsx';
import { RouteFailed } from './route-failed.tsx';

/** Every screen, loaded when it is first visited. */
const ofCase: RouteObject[] = [
  { index: true, lazy: () => import('#renderer/features/cases/overview-route.tsx') },
  { path: 'timeline', lazy: () => import('#renderer/features/cases/timeline-route.tsx') },
  { path: 'eligibility', lazy: () => import('#renderer/features/eligibility/route.tsx') },
  { path: 'cutover', lazy: () => import('#renderer/features/cutover/route.tsx') },
  { path: 'headers', lazy: () => import('#renderer/features/endpoints/case-headers-route.tsx') },
  { path: 'tokens/*', lazy: () => import('#renderer/features/tokens/route.tsx') },
  { path: 'managed', lazy: () => import('#renderer/features/managed/route.tsx') },
  { path: 'mails', lazy: () => import('#renderer/features/mails/route.tsx') },
  { path: 'reports', lazy: () => import('#renderer/features/reports/route.tsx') },
];

/** Below the frame around every screen. */
export const screens: RouteObject[] = [
  { index: true, lazy: () => import('#renderer/features/home/route.tsx') },
  { path: 'cases/:caseId', element: <CaseFrame />, children: ofCase },
  { path: 'approvals', lazy: () => import('#renderer/features/approvals/list-route.tsx') },
  {
    path: 'approvals/:caseId/:approvalId',
    lazy: () => import('#renderer/features/approvals/detail-route.tsx'),
  },
  { path: 'endpoints', lazy: () => import('#renderer/features/endpoints/list-route.tsx') },
  { path: 'endpoints/:webhookId', lazy: () => import('#renderer/features/endpoints/detail-route.tsx') },
  { path: 'messages', lazy: () => import('#renderer/features/messages/list-route.tsx') },
  { path: 'messages/:messageId', lazy: () => import('#renderer/features/messages/detail-route.tsx') },
  { path: 'local-api/:part?', lazy: () => import('#renderer/features/local-api/route.tsx') },
  { path: 'settings/:part?', lazy: () => import('#renderer/features/settings/route.tsx') },
  { path: 'help/*', lazy: () => import('#renderer/features/help/route.tsx') },
  { path: '*', element: <Missing /> },
];

export const createRouter = () =>
  createBrowserRouter([
    {
      path: appSignInPath,
      lazy: () => import('./app-sign-in.tsx'),
      errorElement: <RouteFailed />,
      hydrateFallbackElement: <Loading text="Opening Carryover…" />,
    },
    {
      path: '/',
      element: <Layout />,
      errorElement: <RouteFailed />,
      hydrateFallbackElement: <Loading text="Opening Carryover…" />,
      children: [{ errorElement: <RouteFailed />, children: screens }],
    },
  ]);
