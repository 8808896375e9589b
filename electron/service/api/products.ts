import { Type } from 'typebox';
import { CompanyPath, NoContent, type Resource, routesOf } from './api.ts';

const route = routesOf('Products');

const ProductPath = Type.Object({
  ...CompanyPath.properties,
  productIdentifier: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    maxLength: 100,
    description: 'A product, such as bank-feeds.',
  }),
});

/** The products of a company. Source: `docs/reference/rules/companies.md#products`. */
export const products: Resource = (api, { platform }) => {
  const path = '/companies/:companyId/products/:productIdentifier';
  api.put(
    path,
    route('Give a product to a company', { params: ProductPath, response: { 204: NoContent } }, [404]),
    async ({ params }, reply) => {
      await platform.products.add(params.companyId, params.productIdentifier);
      return reply.code(204).send(null);
    },
  );
  api.delete(
    path,
    route('Take a product from a company', { params: ProductPath, response: { 204: NoContent } }, [400, 404]),
    async ({ params }, reply) => {
      await platform.products.remove(params.companyId, params.productIdentifier);
      return reply.code(204).send(null);
    },
  );
  api.post(
    `${path}/refresh`,
    route(
      'Refresh the data of a product: a sync of all data of all Linked connections',
      { params: ProductPath, response: { 202: NoContent } },
      [404],
    ),
    async ({ params }, reply) => {
      await platform.products.refresh(params.companyId, params.productIdentifier);
      return reply.code(202).send(undefined as never);
    },
  );
};
